"""kozyr: exact endgames of Durak and Kryt'-navalivat'."""
