"""Blueprint and options to Plan: what is asked of whom, and under which name it is kept. Pure."""
