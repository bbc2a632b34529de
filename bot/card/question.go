package card

import (
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// QuestionClosed returns the text that replaces a question that is no longer open.
func QuestionClosed(g game.Game) words.Message {
	if g.Phase == game.Over {
		return words.QuestionOver{}
	}
	return words.QuestionSettled{}
}

// Question returns the message that asks the other side to agree. post is the message's number.
func (v *Viewer) Question(g game.Game, post uint32) chat.Message {
	asker, _ := g.Side(g.Ask.By)
	by, asked := words.Name(g.Ask.By), v.Notified(g, asker.Opponent(), post)
	text := v.All.Text(words.AsksUndo{Asker: by, Asked: asked, Moves: g.MovesToUndo()})
	if g.Ask.Kind == game.AskStop {
		text = v.All.Text(words.AsksStop{Asker: by, Asked: asked})
	}
	return chat.Message{Text: text, Controls: []chat.Row{AnswerButtons(v.All, g, strconv.FormatUint(uint64(post), 10))}}
}

func AnswerButtons(l *words.Language, g game.Game, arg string) chat.Row {
	var agree words.Message = words.AgreeButton{}
	if g.Rated && g.Ask.Kind == game.AskUndo {
		agree = words.AgreeFriendlyButton{}
	}
	return Row(
		Primary(Button(l, agree, control.For(g, "agree", arg))),
		Button(l, words.RefuseButton{}, control.For(g, "refuse", arg)),
	)
}
