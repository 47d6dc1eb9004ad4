"""The hot modules: plain typed Python on flat lists of floats, compiled by mypyc when asked (`sandtable/compile.py`).

Nothing here knows a rule, a piece of terrain or a name: chains of points, circles and numbers only. The interpreted
modules are the reference; the compiled ones must agree with them to the last bit.
"""
