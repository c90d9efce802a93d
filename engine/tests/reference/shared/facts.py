"""Facts as they are written: without what is empty."""


def empty(value):
    return value is None or value is False or value == 0 or value == "" or value == [] or value == {}


def without_empty(value):
    """Leaves out fields whose value is empty. Lists keep their length, unless all their items are empty."""
    if isinstance(value, dict):
        cleaned = {key: without_empty(item) for key, item in value.items()}
        return {key: item for key, item in cleaned.items() if not empty(item)}
    if isinstance(value, list):
        cleaned = [without_empty(item) for item in value]
        return [] if all(empty(item) for item in cleaned) else cleaned
    return value
