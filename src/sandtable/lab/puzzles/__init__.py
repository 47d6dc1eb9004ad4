"""Puzzles out of games of bots: what plans are worth (`solving`), where to find good ones (`mining`), and the words
that go with them (`wording`)."""
