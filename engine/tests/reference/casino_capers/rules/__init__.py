"""The rules, one module for each part of the written rules. Every rule function is a generator (see requests.py)."""
