class Trouble(Exception):
    """Somebody, or a machine, could not go on."""
