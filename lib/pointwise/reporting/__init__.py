"""Results to what people read: terminal, pages, tables. Pure: values in, text out."""
