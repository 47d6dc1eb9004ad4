"""A chain of battles over named maps, as a file over finished games."""
