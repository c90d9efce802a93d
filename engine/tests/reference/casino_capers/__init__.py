"""A slow, plain reference implementation of Casino Capers, written from the rules text alone.

See NOTES.md for the readings chosen where the rules leave something open.
"""
