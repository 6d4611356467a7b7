"""Text to Blueprint. Pure: text and already loaded collections in, values and problems out."""
