package card

import (
	"slices"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/words"
)

// Button returns a button labelled in the given language.
func Button(l *words.Language, label words.Message, action string) chat.Button {
	return chat.Button{Label: l.String(label), Action: action}
}

// Primary returns the button, styled as the most common choice.
func Primary(b chat.Button) chat.Button { b.Style = chat.StylePrimary; return b }

// Danger returns the button, styled as an irreversible choice.
func Danger(b chat.Button) chat.Button { b.Style = chat.StyleDanger; return b }

// Row returns a row of buttons.
func Row(buttons ...chat.Button) chat.Row { return chat.Row{Buttons: buttons} }

// Rows arranges buttons in as many rows as they need. The result has capacity for two more rows.
func Rows(limits chat.Limits, buttons []chat.Button) []chat.Row {
	perRow := max(limits.ButtonsPerRow, 1)
	rows := make([]chat.Row, 0, len(buttons)/perRow+2)
	for row := range slices.Chunk(buttons, perRow) {
		rows = append(rows, Row(row...))
	}
	return rows
}

// LearnButton returns the button that begins the lessons.
func LearnButton(l *words.Language) chat.Button {
	return Button(l, words.LearnButton{}, control.Of("learn", ""))
}

// StandbyOff is the argument of the control that removes a user from the standby list.
const StandbyOff = "off"

// StandbyOffButton returns the button that removes the user who presses it from the standby list.
func StandbyOffButton(l *words.Language) chat.Button {
	return Button(l, words.StandbyOffButton{}, control.Of("standby", StandbyOff))
}

// PuzzleButton returns the button that opens the puzzle of the day.
func PuzzleButton(l *words.Language) chat.Button {
	return Button(l, words.PuzzleButton{}, control.Of("puzzle", ""))
}
