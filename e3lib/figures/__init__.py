"""The figures of the book, one function each; every function returns a finished SVG."""
