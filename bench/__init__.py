"""Speed, as ratios that hold on any machine. `python -m bench` compares with the recorded baseline."""
