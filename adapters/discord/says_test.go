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

// catalog loads the bot's messages once, because that is slow.
var catalog = sync.OnceValue(words.Load)

var (
	a1 = rules.SquareAt(0, 0)
	d3 = rules.SquareAt(3, 2)
)

// says returns the beginning of the line that shows messages; see room.line. It ends with an
// ellipsis at the first command, because platforms write commands differently.
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

func label(m words.Message) string { return catalog().Default().String(m) }

func person(name string) words.Person {
	if name == "bot" {
		return words.Name(game.Engine)
	}
	return words.Person{User: &chat.UserID{Platform: discord.Platform, ID: name}}
}

var gameBegan = says(words.GameBegan{})

func moveMade(number int, player string, square rules.Square) string {
	return says(words.MoveMade{Number: number, Player: person(player), Square: square})
}

func reminds(user string, color rules.Color) string {
	return says(words.Reminder{Player: person(user), Color: color}) + "… (notifies " + user + ")"
}
