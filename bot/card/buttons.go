package card

import (
	"slices"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/words"
)

// Button is a button in that language.
func Button(l *words.Language, label words.Message, action string) chat.Button {
	return chat.Button{Label: l.String(label), Action: action}
}

// Primary is the button for what most would do.
func Primary(b chat.Button) chat.Button { b.Style = chat.StylePrimary; return b }

// Danger is the button for what nobody brings back.
func Danger(b chat.Button) chat.Button { b.Style = chat.StyleDanger; return b }

// Row is a row of buttons.
func Row(buttons ...chat.Button) chat.Row { return chat.Row{Buttons: buttons} }

// Rows are buttons in as many rows as they need, with space for two more.
func Rows(limits chat.Limits, buttons []chat.Button) []chat.Row {
	perRow := max(limits.ButtonsPerRow, 1)
	rows := make([]chat.Row, 0, len(buttons)/perRow+2)
	for row := range slices.Chunk(buttons, perRow) {
		rows = append(rows, Row(row...))
	}
	return rows
}

// LearnButton begins the lessons.
func LearnButton(l *words.Language) chat.Button {
	return Button(l, words.LearnButton{}, control.Of("learn", ""))
}

// StandbyOff is the argument of the control that takes somebody off the list of those who
// would play.
const StandbyOff = "off"

// StandbyOffButton takes whoever presses it off that list.
func StandbyOffButton(l *words.Language) chat.Button {
	return Button(l, words.StandbyOffButton{}, control.Of("standby", StandbyOff))
}

// PuzzleButton shows the puzzle of the day to whoever presses it.
func PuzzleButton(l *words.Language) chat.Button {
	return Button(l, words.PuzzleButton{}, control.Of("puzzle", ""))
}
