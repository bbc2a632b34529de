package bot

import (
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

func boardAction() action {
	a := command("board", words.BoardHelp{}, (*Bot).board,
		parse.Parameter{Parameter: chat.Parameter{Name: "format", Choices: parse.Choices("emoji", "text", "words")}, About: words.BoardFormatHelp{}})
	a.Shortcut = &parse.Shortcut{Shortcut: chat.Shortcut{
		Menu: chat.MenuMessage, Given: []chat.Argument{{Name: "format", Value: chat.Word{Text: "text"}}},
	}, Title: words.ShowAsText{}}
	return a.harmless().pressing((*Bot).board).saying(words.DoneBoard{})
}

func (b *Bot) board(ctx context.Context, r *request) (chat.Response, error) {
	format := strings.ToLower(r.args.Text("format"))
	if format == "" && r.typed() {
		format = r.choices.Board
	}
	games, err := b.threadedGames(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	if len(games) > 0 && r.room.Active == nil && format == "" {
		return whisper(chat.Message{Text: r.runningGames(games)}), nil
	}
	g, err := r.shownGame()
	if err != nil {
		return chat.Response{}, err
	}
	p := g.Position()
	switch format {
	case "text":
		return whisper(chat.Message{Text: chat.Say(chat.BlockOf(render.Text(card.View(g, p))), r.Own.Text(boardCopy(p)))}), nil
	case "words":
		return whisper(r.boardInWords(g, r.Private().BoardWords(g, p))), nil
	}
	response, err := b.boardOf(ctx, r, g)
	if errors.Is(err, game.ErrUnknown) { // other users have begun and ended games since the room was read
		return b.board(ctx, r.atRefusal(err))
	}
	if len(games) > 0 && err == nil {
		list := whisper(chat.Message{Text: r.runningGames(games)})
		response.Effects = append(response.Effects, list.Effects...)
	}
	return response, err
}

// boardCopy returns the board as 64 characters. A stopped game keeps its side to move.
func boardCopy(p rules.Position) words.Message {
	cells := p.FormatBoard()
	if p.Over() {
		return words.BoardCopyOver{Cells: cells}
	}
	return words.BoardCopy{Cells: cells, Color: p.ToMove}
}
