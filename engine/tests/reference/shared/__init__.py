"""What the references of all games share: what rules ask for, how games are stepped, and how traces are followed.

It knows nothing of any rule, so that each reference stays an opinion of its own.
"""
