package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func historyAction() action {
	return action{
		name: "history", help: words.HistoryHelp{}, harmless: true,
		run: (*Bot).history,
	}
}

func (b *Bot) history(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shown()
	if err != nil {
		return chat.Response{}, err
	}
	if len(g.Moves) == 0 {
		return r.whisper(words.NoMovesYet{Color: g.Position().ToMove}), nil
	}
	moves := rules.FormatTranscript(g.Moves)
	text := r.toActor.Text(words.History{Moves: words.Count(len(g.Moves)), Transcript: moves})
	line := func(m words.Message) { text = append(append(text, chat.Span{Text: "\n"}), r.toActor.Text(m)...) }
	if opening := openingOf(g); opening != "" {
		line(words.HistoryOpening{Opening: opening})
	}
	if g.Phase != game.Over || g.Result.Reason != game.PlayedOut {
		line(words.HistoryLoad{What: loadable(g)})
	}
	return whisper(chat.Message{Text: text}), nil
}
