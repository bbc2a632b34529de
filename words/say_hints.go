package words

import (
	"othellobot/rules"
)

// Good moves, and why they are. What each says stands in active.en.toml.
type (
	HintOnlyMove struct {
		sentence
		Square rules.Square
	}
	HintCorner struct {
		sentence
		Square rules.Square
	}
	HintWin struct {
		sentence
		Square rules.Square
		Margin Count
	}
	HintDraw struct {
		sentence
		Square rules.Square
	}
	HintLoss struct {
		sentence
		Square rules.Square
		Result Score
	}
	HintEnds struct {
		sentence
		Square rules.Square
	}
	HintNoAnswer struct {
		sentence
		Square   rules.Square
		Opponent rules.Color
	}
	HintOneAnswer struct {
		sentence
		Square   rules.Square
		Opponent rules.Color
		Answer   rules.Square
	}
	HintAnswers struct {
		sentence
		Square   rules.Square
		Opponent rules.Color
		Answers  Count
	}
	HintParity struct {
		sentence
		Square rules.Square
	}
	HintDiscs struct {
		sentence
		Square rules.Square
	}
	HintSafe struct {
		sentence
		Square rules.Square
	}
	HintSearch struct {
		sentence
		Square rules.Square
	}
	HintEqual struct {
		sentence
		Moves []rules.Square
	}
	HintOthersLose struct{ sentence }
	HintOthers     struct {
		sentence
		Moves []rules.Square
	}
)
