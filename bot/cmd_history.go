package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func historyAction() action {
	return command("history", words.HistoryHelp{}, (*Bot).history,
		parse.Parameter{Parameter: chat.Parameter{Name: "game", Choices: parse.Choices("last")}, About: words.HistoryGameHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "show", Choices: parse.Choices("replay")}, About: words.HistoryShowHelp{}},
	).harmless()
}

func (b *Bot) history(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shownGame()
	switch last := r.room.Last; {
	case r.args.Has("game") && last == nil:
		return chat.Response{}, refused(words.NoneEnded{})
	case r.args.Has("game"):
		g = *last
	case err != nil:
		return chat.Response{}, err
	}
	if len(g.Moves) == 0 {
		return r.whisper(words.NoMovesYet{Color: g.Position().ToMove}), nil
	}
	moves := rules.FormatTranscript(g.Moves)
	text := r.Own.Text(words.History{Moves: words.Count(len(g.Moves)), Transcript: moves})
	line := func(m words.Message) { text = appendLine(text, r.Own.Text(m)) }
	if opening := card.OpeningOf(g); opening != "" {
		line(words.HistoryOpening{Opening: words.Opening(opening)})
	}
	if g.Phase != game.Over || g.Result.Reason != game.PlayedOut {
		line(words.HistoryLoad{What: loadable(g)})
	}
	m := chat.Message{}
	switch asked := r.args.Has("show"); {
	case asked && r.Limits.Pictures:
		m.Picture, m.Line = r.Replay(g), card.Line(g.Start, g.Moves, len(g.Moves), nil)
	case asked:
		line(words.NoPictures{})
	}
	m.Text = text
	return whisper(m), nil
}
