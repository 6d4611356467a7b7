"""The whole deployed system on one machine: emulators, functions as processes, stand-ins for the outside."""
