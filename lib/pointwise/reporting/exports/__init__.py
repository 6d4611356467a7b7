"""Results for other programs: rows, Markdown, JUnit."""
