"""What is allowed yet hardly meant. Pure: patterns are only collected here, an engine has to try them."""
