package words

// How often people have won, drawn and lost. What each says stands in active.en.toml.
type (
	YourRecord   struct{ sentence }
	PlayerRecord struct {
		sentence
		Player Person
	}
	NoRecord       struct{ sentence }
	NoPlayerRecord struct {
		sentence
		Player Person
	}
	RecordLevel struct {
		sentence
		Level, Won, Drawn, Lost int
	}
	RecordPeople struct {
		sentence
		Won, Drawn, Lost int
	}
	RecordAgainst struct {
		sentence
		Opponent         Person
		Won, Drawn, Lost int
	}
	RecordBetween struct {
		sentence
		Opponent         Person
		Won, Drawn, Lost int
	}
	RecordHere struct {
		sentence
		Won, Drawn, Lost int
	}

	FirstWin struct {
		sentence
		Player Person
	}
	FirstWinAtLevel struct {
		sentence
		Player Person
	}
	ManyWins struct {
		sentence
		Player Person
		Wins   int
	}
	ThreeInARow struct {
		sentence
		Player Person
		Level  int
	}
)
