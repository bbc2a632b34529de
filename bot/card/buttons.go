package card

import (
	"slices"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/words"
)

func Button(l *words.Language, label words.Message, action string) chat.Button {
	return chat.Button{Label: l.String(label), Action: action}
}

// Primary returns the button in the style of the likeliest choice.
func Primary(b chat.Button) chat.Button { b.Style = chat.StylePrimary; return b }

// Danger returns the button in the style of an irreversible choice.
func Danger(b chat.Button) chat.Button { b.Style = chat.StyleDanger; return b }

func Row(buttons ...chat.Button) chat.Row { return chat.Row{Buttons: buttons} }

func Rows(limits chat.Limits, buttons []chat.Button) []chat.Row {
	perRow := max(limits.ButtonsPerRow, 1)
	rows := make([]chat.Row, 0, len(buttons)/perRow+2)
	for row := range slices.Chunk(buttons, perRow) {
		rows = append(rows, Row(row...))
	}
	return rows
}

func LearnButton(l *words.Language) chat.Button {
	return Button(l, words.LearnButton{}, control.New("learn", ""))
}

// StandbyOff is the argument of the control that removes a user from the standby list.
const StandbyOff = "off"

func StandbyOffButton(l *words.Language) chat.Button {
	return Button(l, words.StandbyOffButton{}, control.New("standby", StandbyOff))
}

func PuzzleButton(l *words.Language) chat.Button {
	return Button(l, words.PuzzleButton{}, control.New("puzzle", ""))
}
