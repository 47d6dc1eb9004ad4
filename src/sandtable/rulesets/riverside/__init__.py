"""OPR Riverside: armies of multi-model units fight for objective markers over four rounds."""
