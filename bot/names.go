package bot

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// name is how a player is spoken of, without notifying them.
func name(p game.Player) chat.Span { return span(p, chat.NameOf) }

// mention is name for somebody who is awaited.
func mention(p game.Player) chat.Span { return span(p, chat.MentionOf) }

func span(p game.Player, of func(chat.UserID) chat.Span) chat.Span {
	switch p {
	case game.Engine:
		return chat.Span{Text: "the bot"}
	case game.Nobody:
		return chat.Span{Text: "somebody"}
	}
	user, err := chat.ParseUserID(string(p))
	if err != nil {
		return chat.Span{Text: "somebody"}
	}
	return of(user)
}

// side is a player with their colour: "ana (Black)".
func side(p game.Player, c rules.Color) chat.Text { return chat.Text{name(p), {Text: bracketed[c]}} }

// bracketed are the colours as they stand behind a name, and withPlayed the same before
// a move.
var (
	bracketed  = [2]string{rules.Black: " (Black)", rules.White: " (White)"}
	withPlayed = [2]string{rules.Black: " (Black) played ", rules.White: " (White) played "}
)

// sideOrNobody is side, also where nobody holds it.
func sideOrNobody(g game.Game, c rules.Color) chat.Text {
	if p := g.Player(c); p != game.Nobody {
		return side(p, c)
	}
	return chat.Say("nobody yet", bracketed[c])
}
