"""Tests of the reference implementation, named by the ids of the rules.

Run from engine/tests/reference: python -m unittest discover -t . -s casino_capers/tests
"""
