package bot

import (
	"context"
	"strings"
	"time"

	"othellobot/chat"
)

// fillers lists words around a start that mean nothing.
var fillers = map[string]bool{
	"a": true, "an": true, "the": true, "game": true, "match": true, "new": true,
	"me": true, "us": true, "against": true, "vs": true, "versus": true, "play": true, "playing": true, "to": true,
	"and": true, "now": true, "mode": true, "difficulty": true, "of": true, "othello": true, "reversi": true, "as": true,
}

// plainStart leaves out of what was typed after start what means nothing, and says with
// what a game is asked for by votes, and that a time is that for votes, also one that cannot
// be chosen.
func plainStart(typed []chat.Word) []chat.Word {
	plain, key := make([]chat.Word, 0, len(typed)), ""
	for _, w := range typed {
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		if word == byVotes && key != "with" && key != "with:" {
			w.Text = "with:" + byVotes // for it is the name of another argument, too
		}
		if isWindow(word) && key != "vote:" {
			w.Text = "vote:" + word
		}
		if key = word; w.Kind != chat.MentionsNobody || !fillers[word] {
			plain = append(plain, w)
		}
	}
	return plain
}

// isWindow reports whether a word says how long votes are to be open.
func isWindow(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}

// pressStart starts what the words in a control's argument say.
func (b *Bot) pressStart(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.asStart(r); err != nil {
		return chat.Response{}, err
	}
	return b.start(ctx, r)
}

// asStart makes the request one whose words had been typed after start. They stand in
// the argument of its control, with full stops between them.
func (b *Bot) asStart(r *request) error {
	start := b.actions["start"]
	said := tokens([]chat.Word{{Text: strings.ReplaceAll(r.control.Arg, ".", " ")}})
	args, err := start.arguments(b.meant(start, said), r.Limits)
	if err != nil {
		return errBadControl
	}
	if err := start.admit(args); err != nil {
		return err
	}
	r.asCommand()
	r.action, r.args = start, args
	return nil
}
