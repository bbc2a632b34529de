package bot

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

func loadAction() action {
	return action{
		name: "load", help: words.LoadHelp{},
		parameters: []parameter{
			{chat.Parameter{Name: "moves", Type: chat.TypeRest}, words.LoadMovesHelp{}},
		},
		shortcut: &shortcut{chat.Shortcut{Menu: chat.MenuMessage, Argument: "message"}, words.LoadThisGame{}},
		run:      (*Bot).load, done: words.DoneLoaded{}, begins: true,
	}
}

func (b *Bot) load(ctx context.Context, r *request) (chat.Response, error) {
	text := strings.ToLower(r.args.text("moves"))
	if message, ok := r.args.find("message"); ok {
		if text = transcriptIn(message.Text); text == "" {
			return chat.Response{}, refused(words.NoTranscriptThere{})
		}
	}
	if text == "" {
		return r.asks(chat.Form{
			Verb: "load", Argument: "moves", Title: r.Own.String(words.LoadFormTitle{}),
			Label: r.Own.String(words.LoadFormLabel{}), Submit: r.Own.String(words.LoadFormSubmit{}), Long: true,
		}, words.WhichMoves{})
	}
	if cells, rest, ok := boardIn(text); ok {
		return b.loadBoard(ctx, r, cells, rest)
	}
	moves, err := parseMoves(moveNumber.ReplaceAllString(text, " "))
	if err != nil {
		return chat.Response{}, refused(words.NotATranscript{})
	}
	g, err := game.NewLoaded(b.newID(), r.room.Place, r.by, moves, r.Now)
	var illegal *rules.ReplayError
	switch {
	case err == game.ErrOver:
		return r.finished(moves), nil
	case errors.As(err, &illegal):
		return chat.Response{}, refused(words.LoadIllegal{Number: illegal.Number, Square: illegal.Square, Color: illegal.ToMove})
	case err != nil:
		return chat.Response{}, err
	}
	return b.begin(ctx, r, g, card.Story{words.Loaded{Player: words.Name(r.by), Moves: words.Count(len(moves))}})
}

// loadable returns what a game can be loaded from: its moves, or its board if it
// began with another one than usual.
func loadable(g game.Game) string {
	if g.Start == rules.Start() {
		return rules.FormatTranscript(g.Moves)
	}
	p := g.Position()
	return p.FormatBoard(rules.AlphabetXO) + " " + colorWords[p.ToMove]
}

// moveNumber is the number before a move, as in "1. d3 2. c3".
var moveNumber = regexp.MustCompile(`\b\d{1,2}\.+`)

// boardCells is a board as people write it down, 64 characters with or without white
// space, and what follows it.
var boardCells = regexp.MustCompile(`^((?:[xo*bw.-]\s*){63}[xo*bw.-])\s*([a-z ]*)$`)

// boardFrame matches what stands around the cells of a drawn board.
var boardFrame = regexp.MustCompile(`a b c d e f g h|\b[1-8]\s`)

// boardIn finds a board in a text, drawn or in one line, and what follows it.
func boardIn(text string) (cells, rest string, ok bool) {
	found := boardCells.FindStringSubmatch(strings.TrimSpace(boardFrame.ReplaceAllString(text, "")))
	if found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// loadBoard opens a game that goes on from a board. What follows the board says who is
// to move.
func (b *Bot) loadBoard(ctx context.Context, r *request, cells, rest string) (chat.Response, error) {
	color, ok := colorNamed(strings.TrimSpace(strings.TrimSuffix(rest, "to move")))
	if !ok {
		return chat.Response{}, refused(words.LoadWhoseMove{})
	}
	p, err := rules.ParseBoard(cells, color)
	if err != nil {
		return chat.Response{}, badBoard(err)
	}
	g, err := game.NewFrom(b.newID(), r.room.Place, r.by, p, r.Now)
	if err == game.ErrOver {
		return chat.Response{}, refused(words.LoadedBoardEnd{})
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.begin(ctx, r, g, card.Story{words.LoadedBoard{Player: words.Name(r.by)}})
}

// finished shows the actor the end of a game that the moves make.
func (r *request) finished(moves []rules.Square) chat.Response {
	p, err := rules.Replay(rules.Start(), moves)
	if err != nil {
		return chat.Response{}
	}
	v := render.View{Position: p, Last: moves[len(moves)-1], Ended: true}
	list := card.Story{words.LoadedEnd{Moves: words.Count(len(moves))}}
	return whisper(chat.Message{
		Text:  r.Own.Text(append(list, card.Result(game.Game{}, p)...)...),
		Board: &chat.Board{View: v, Theme: r.Theme()},
	})
}

// movesInText is a run of moves in a text, perhaps with numbers before them; squares that
// are only listed have words or full stops between them.
var movesInText = regexp.MustCompile(`(?i)\b(?:\d{1,2}\.\s*)?[a-h][1-8](?:[\s,]*(?:\d{1,2}\.\s*)?[a-h][1-8])*\b`)

// minTranscript is how many moves make a transcript in the text of a message, so that a
// square that is only mentioned there is none.
const minTranscript = 3

var squareInText = regexp.MustCompile(`(?i)[a-h][1-8]`)

// transcriptIn is the longest transcript in a text, empty if there is none.
func transcriptIn(text string) (longest string) {
	most := minTranscript - 1
	for _, run := range movesInText.FindAllString(text, -1) {
		if squares := squareInText.FindAllString(run, -1); len(squares) > most {
			most, longest = len(squares), strings.Join(squares, "")
		}
	}
	return longest
}
