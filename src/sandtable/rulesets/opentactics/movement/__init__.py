"""How units move (chapters 6 to 11, and 27 in measured play).

    steps            one step on the grid: terrain, heights, water, diagonals, edges, who is in the way
    jumps            one jump on the grid
    plan             a path that has been found legal: its legs, costs and tests
    judge            is this path legal, and what is its plan? On the grid
    finder           ways on the grid, and whether there is any way at all
    measured_judge, measured_guide, measured_region   the same in measured play, and the places in reach to draw
    question         the question for a path: notation, legality, candidates, routes
    trials           the tests on the way, rolled
    carry_out        a path walked, leg by leg

A movement may end in a charge: charge.py, beside assaults.py.
"""
