"""The rules, one module per chapter. Rule functions are generators; see requests.py."""
