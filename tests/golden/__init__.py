"""The golden library: whole games of every ruleset as they were played and saved at some release. It grows and is
never re-written: what is in it stands for the games that people have."""
