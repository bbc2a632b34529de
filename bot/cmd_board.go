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
	"othellobot/words"
)

func boardAction() action {
	a := command("board", words.BoardHelp{}, (*Bot).board,
		parse.Parameter{Parameter: chat.Parameter{Name: "format", Choices: parse.Choices("emoji", "text", "words")}, About: words.BoardFormatHelp{}})
	a.Shortcut = &parse.Shortcut{Shortcut: chat.Shortcut{
		Menu: chat.MenuMessage, Args: []chat.Argument{{Name: "format", Value: chat.Token{Text: "text"}}},
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
		var cells words.Message = words.BoardCopy{Cells: p.FormatBoard(), Color: p.ToMove}
		if p.Over() { // no side can move; in a stopped game a side could
			cells = words.BoardCopyOver{Cells: p.FormatBoard()}
		}
		return whisper(chat.Message{Text: chat.Say(chat.BlockOf(render.Text(card.BoardView(g, p))), r.Own.Text(cells))}), nil
	case "words":
		return whisper(r.boardInWords(g, r.Private().DescribeDiscs(g, p))), nil
	}
	response, err := b.showBoard(ctx, r, g)
	if errors.Is(err, game.ErrUnknown) { // other games began after the room was read
		return b.board(ctx, r.atRefusal(err))
	}
	if len(games) > 0 {
		response = withWhisper(response, chat.Message{Text: r.runningGames(games)})
	}
	return response, err
}
