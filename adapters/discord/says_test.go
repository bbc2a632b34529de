package discord_test

import (
	"strings"
	"sync"

	"othellobot/adapters/discord"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// catalog loads the bot's messages once: that takes a while.
var catalog = sync.OnceValue(words.MustLoad)

// Squares that people play.
var (
	a1 = rules.SquareAt(0, 0)
	d3 = rules.SquareAt(3, 2)
)

// says is how the line of a message begins that says so; see room.line. It goes as far
// as the first command, which is an ellipsis, for platforms write commands differently.
func says(messages ...words.Message) string {
	var line strings.Builder
	for _, s := range catalog().Default().Text(messages...) {
		switch s.Kind {
		case chat.SpanCommand:
			return line.String() + "…"
		case chat.SpanMention, chat.SpanName:
			line.WriteString("@" + s.User.ID)
		default:
			line.WriteString(s.Text)
		}
	}
	first, _, _ := strings.Cut(line.String(), "\n")
	return first
}

// label is the text on a button, in a menu, or of a title.
func label(m words.Message) string { return catalog().Default().String(m) }

// person is one of the cast, as the bot speaks of them.
func person(name string) words.Person {
	if name == "bot" {
		return words.Name(game.Engine)
	}
	return words.Person{User: &chat.UserID{Platform: discord.Platform, ID: name}}
}

// gameBegan is the line that remains of the first board of a game.
var gameBegan = says(words.GameBegan{})

// moveMade is the line that remains of a board after the next move.
func moveMade(number int, player string, square rules.Square) string {
	return says(words.MoveMade{Number: number, Player: person(player), Square: square})
}

// reminds is a reminder of somebody, whom it notifies.
func reminds(user string, color rules.Color) string {
	return says(words.Reminder{Player: person(user), Color: color}) + "… (notifies " + user + ")"
}
