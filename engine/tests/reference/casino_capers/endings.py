"""How a game ends."""


class GameOver(Exception):
    """Stops everything; the reason is one of the shared endings."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason
