from sandtable.odds.intervals import wilson


def test_intervals() -> None:
    low, high = wilson(80, 100)
    assert (round(low, 4), round(high, 4)) == (0.7112, 0.8666)
    assert wilson(0, 10)[0] == 0
    assert round(wilson(10, 10)[1], 12) == 1
    assert wilson(0, 0) == (0, 1)
