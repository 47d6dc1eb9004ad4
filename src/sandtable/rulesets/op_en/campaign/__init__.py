"""Campaigns (chapter 20): a model of its own over finished games.

A campaign is its inputs, as a game is: a plan (who plays which Opposing Force) and the deeds since (a game recorded, a
Skill learnt, a sword sold), dice included. Everything else follows from them, so the file is small, a mistake can be
taken back, and nobody can write himself rich.

    plan -> members.py (OFs and their people) -> league.py (who meets whom, standings, Prelude, Finale)
    before a game: fielding.py (who is fit, Raw Recruits, the Nemesis)
    after it: aftermath.py (experience, income, injuries)
    between games: spending.py (Stats, Skills, Equipment, recruits), stewards.py (bot-led OFs)
    deeds.py: all of that as inputs; chronicle.py: the file"""
