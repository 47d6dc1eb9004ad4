"""Many games at once: self-play, fuzzing, and the studies that will stand on them."""
