package words

import (
	"othellobot/chat"
	"othellobot/rules"
)

// What is legal, and why. What each says stands in active.en.toml.
type (
	IsLegal struct {
		sentence
		Square rules.Square
		Color  rules.Color
		Flips  Count
		Discs  All
	}
	IsOccupied struct {
		sentence
		Square      rules.Square
		Color, Disc rules.Color
	}
	FlipsNothing struct {
		sentence
		Square rules.Square
		Color  rules.Color
	}
	North     struct{ sentence }
	NorthEast struct{ sentence }
	East      struct{ sentence }
	SouthEast struct{ sentence }
	South     struct{ sentence }
	SouthWest struct{ sentence }
	West      struct{ sentence }
	NorthWest struct{ sentence }
	RayFlips  struct {
		sentence
		Direction rules.Direction
		Discs     Count
		Squares   All
		Opponent  rules.Color
		End       rules.Square
		Color     rules.Color
	}
	RayEdge struct {
		sentence
		Direction rules.Direction
	}
	RayEmpty struct {
		sentence
		Direction rules.Direction
		End       rules.Square
	}
	RayOwn struct {
		sentence
		Direction rules.Direction
		End       rules.Square
		Color     rules.Color
	}
	RayOpenEdge struct {
		sentence
		Direction rules.Direction
		Discs     Count
		Squares   All
		Opponent  rules.Color
	}
	RayOpen struct {
		sentence
		Direction rules.Direction
		Discs     Count
		Squares   All
		Opponent  rules.Color
		End       rules.Square
	}
	MayPlay struct {
		sentence
		Color rules.Color
		Moves chat.Text
	}
	MayPlayOne struct {
		sentence
		Square rules.Square
		Flips  int
	}
	MayPlayNothing struct {
		sentence
		Color rules.Color
	}
	BoardCopy struct {
		sentence
		Cells string
		Color rules.Color
	}
	BoardCopyOver struct {
		sentence
		Cells string
	}
	NoMovesYet struct {
		sentence
		Color rules.Color
	}
	History struct {
		sentence
		Moves      Count
		Transcript string
	}
	HistoryOpening struct {
		sentence
		Opening string
	}
	HistoryLoad struct {
		sentence
		What string
	}
	NoPictures struct{ sentence }
	NoneEnded  struct{ sentence }
	LoadedEnd  struct {
		sentence
		Moves Count
	}
	LoadedBoardEnd struct{ sentence }
)
