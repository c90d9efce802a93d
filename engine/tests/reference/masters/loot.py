"""Loot: cash, other kinds and Item cards, wherever they lie."""

from . import data

KINDS = ("jewel", "documents", "usb", "keycard")


class Card:
    """One Item card. `used` says that it supported a commit this round [H15], `die` the die of that commit."""

    def __init__(self, id_, starting=False):
        self.id = id_
        self.starting = starting
        self.used = False
        self.die = None


class Piece:
    """Loot in motion: an amount of cash, one thing of a kind, or a card."""

    def __init__(self, kind, amount=1, card=None):
        self.kind = kind
        self.amount = amount
        self.card = card


class Loot:
    def __init__(self):
        self.cash = 0
        self.counts = dict.fromkeys(KINDS, 0)
        self.cards = []

    def __bool__(self):
        return bool(self.cash or any(self.counts.values()) or self.cards)

    def add(self, piece):
        if piece.kind == "cash":
            self.cash += piece.amount
        elif piece.card:
            self.cards.append(piece.card)
        else:
            self.counts[piece.kind] += 1

    def add_text(self, text):
        """Adds something new: "cash:3", "jewel", "item:radio" or the id of an item."""
        if text.startswith("cash:"):
            self.cash += int(text[5:])
        elif text in KINDS:
            self.counts[text] += 1
        else:
            self.cards.append(Card(text.removeprefix("item:")))

    def add_all(self, other):
        self.cash += other.cash
        for kind in KINDS:
            self.counts[kind] += other.counts[kind]
        self.cards += other.cards

    def take(self, text):
        """Takes out a piece; an item that is not used this round goes before a used one."""
        if text.startswith("cash:"):
            amount = int(text[5:])
            assert 0 < amount <= self.cash
            self.cash -= amount
            return Piece("cash", amount)
        if text in KINDS:
            assert self.counts[text] > 0
            self.counts[text] -= 1
            return Piece(text)
        cards = sorted(self.with_id(text), key=lambda card: (card.used, card.starting))
        self.cards.remove(cards[0])
        return Piece(text, card=cards[0])

    def with_id(self, id_):
        return [card for card in self.cards if card.id == id_]

    def has(self, kind):
        if kind == "cash":
            return self.cash > 0
        if kind in KINDS:
            return self.counts[kind] > 0
        return any(card.id == kind for card in self.cards)

    def count(self, kind):
        if kind == "cash":
            return self.cash
        if kind in KINDS:
            return self.counts[kind]
        return len(self.with_id(kind))

    def texts(self):
        """All pieces in the order of E22, cash as one piece, equal pieces as often as they are there."""
        pieces = [f"cash:{self.cash}"] if self.cash else []
        for kind in KINDS:
            pieces += [kind] * self.counts[kind]
        return pieces + sorted((card.id for card in self.cards), key=lambda id_: data.ITEMS[id_].index)

    def different(self):
        """The pieces without repetition, cash as one piece."""
        return list(dict.fromkeys(self.texts()))

    def parts(self):
        """[H19] As `different`, but with every amount of cash that can be split off."""
        pieces = [f"cash:{amount}" for amount in range(1, self.cash + 1)]
        return pieces + [piece for piece in self.different() if not piece.startswith("cash:")]


def order_of(piece):
    """The place of a piece in the order of E22."""
    if piece.startswith("cash:"):
        return 0
    if piece in KINDS:
        return 1 + KINDS.index(piece)
    return 1 + len(KINDS) + data.ITEMS[piece].index
