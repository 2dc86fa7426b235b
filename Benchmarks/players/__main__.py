"""`python3 Benchmarks/players`, which `scripts/bench` runs."""

import comparison

comparison.main()
