class Trouble(Exception):
    """A player or a machine could not continue."""
