package words

import "othellobot/rules"

// What a finished game teaches. What each says stands in active.en.toml.
type (
	SideAccuracy struct {
		sentence
		Side                    Side
		Accuracy, Choices, Lost int
	}
	SideLost struct {
		sentence
		Side Side
		Lost int
	}
	LedUntil struct {
		sentence
		Side Side
		Move int
	}
	YouLedUntil struct {
		sentence
		Move int
	}
	AlwaysAhead struct {
		sentence
		Side Side
	}
	GaveCorner struct {
		sentence
		Square, Corner rules.Square
		Color          rules.Color
	}
	BetterWas struct {
		sentence
		Best, Square rules.Square
	}

	MomentInaccuracy struct {
		sentence
		Number int
		Side   Side
		Square rules.Square
	}
	MomentMistake struct {
		sentence
		Number int
		Side   Side
		Square rules.Square
	}
	MomentBlunder struct {
		sentence
		Number int
		Side   Side
		Square rules.Square
	}
	MomentChances struct {
		sentence
		Best          rules.Square
		Instead, Left int
	}
	MomentDiscs struct {
		sentence
		Best rules.Square
		Lost Count
	}
	MomentLine struct {
		sentence
		Line, Better string
	}

	WhyCornerGiven struct {
		sentence
		Square, Best, Corner rules.Square
		Color                rules.Color
	}
	WhyCornerOpened struct {
		sentence
		Square, Corner rules.Square
		Color          rules.Color
		Line           string
	}
	WhyCornerPlay struct {
		sentence
		Color              rules.Color
		Corner, After, Not rules.Square
	}
	WhyEdge struct {
		sentence
		Square, At rules.Square
		Color      rules.Color
	}
	WhyMobility struct {
		sentence
		Square, Best rules.Square
		Color        rules.Color
		Moves, Less  int
	}
	WhyFewMoves struct {
		sentence
		Square, Best rules.Square
		Color        rules.Color
		Moves, More  int
	}
	WhySqueezed struct {
		sentence
		Square, Best                  rules.Square
		Color                         rules.Color
		Moves, Against, More, Instead int
	}
	WhyGreedy struct {
		sentence
		Square, Best rules.Square
		Flips, Less  int
		Color        rules.Color
	}
	WhyOnlyWin struct {
		sentence
		Best  rules.Square
		Moves int
	}

	NoMoments  struct{ sentence }
	ReviewPage struct {
		sentence
		Page, Pages int
	}
	ByLichess   struct{ sentence }
	ChancesOf   struct{ sentence }
	ChartTitle  struct{ sentence }
	ChartSeries struct{ sentence }
	ChartMoves  struct{ sentence }
	Shared      struct {
		sentence
		Player Person
	}
	NothingToReview struct{ sentence }
	ReviewUnplayed  struct{ sentence }
	ReviewRunning   struct{ sentence }
	ReviewNotYet    struct{ sentence }
)

// What a picture shows, told to those who do not see it.
type (
	AltBoard struct {
		sentence
		Color  rules.Color
		Square rules.Square
	}
	AltCurve struct {
		sentence
		Color  rules.Color
		Square rules.Square
	}
	AltMarked struct {
		sentence
		Square, Best rules.Square
	}
	AltReplay struct {
		sentence
		Moves  Count
		Color  rules.Color
		Square rules.Square
	}
)
