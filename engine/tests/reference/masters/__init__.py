"""A slow, plain reference implementation of Masters of the Heist, written from the rules text alone.

See NOTES.md for the readings chosen where the rules leave something open.
"""
