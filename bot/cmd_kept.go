package bot

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/record"
	"othellobot/rules"
	"othellobot/words"
)

// keptPause is the time until a user may ask again.
const keptPause = 10 * time.Second

// pressKept answers a user with everything that is kept about them, in a file where files can be sent.
func (b *Bot) pressKept(ctx context.Context, r *request) (chat.Response, error) {
	if b.Kept == nil {
		return chat.Response{}, errBadControl
	}
	// One request at a time, because a request may read all rooms.
	if _, waits := b.waiting.LoadOrStore(game.Nobody, true); waits {
		return chat.Response{}, ErrThinking
	}
	defer b.waiting.Delete(game.Nobody)
	if last, known := b.exports.Get(r.by); known && r.Now.Sub(last) < keptPause {
		return chat.Response{}, ErrThinking
	}
	b.exports.Put(r.by, r.Now)
	k, err := b.Kept(ctx, r.by)
	if err != nil {
		return chat.Response{}, &game.StoreError{Err: err}
	}
	if len(k.Tables) == 0 {
		return r.whisper(words.KeptNothing{}), nil
	}
	m := chat.Message{Text: r.Own.Text(words.Kept{}), Aside: r.Own.Text(words.KeptElsewhere{})}
	list := func(what words.Message, rows []people.Row) {
		first, last := people.Span(rows)
		var line words.Message = words.KeptKind{What: r.Own.String(what), Number: len(rows)}
		if !first.IsZero() {
			line = words.KeptSince{
				What: r.Own.String(what), Number: len(rows), First: chat.Say(first.Format(time.DateOnly)), Last: chat.Say(last.Format(time.DateOnly)),
			}
		}
		if len(rows) > 0 {
			m.Text = appendLine(m.Text, r.Own.Text(line))
		}
	}
	var games, rest []people.Row
	for _, g := range k.Games {
		games = append(games, people.Row{"at": g.At})
	}
	for table, rows := range k.Tables {
		if !slices.Contains([]string{"rooms", "games", "seats", "votes", "finished", "ratings"}, table) {
			rest = append(rest, rows...)
		}
	}
	for _, row := range k.Tables["rooms"] {
		if row["request"] != nil {
			rest = append(rest, row)
		}
	}
	list(words.KeptGames{}, games)
	list(words.KeptVotes{}, k.Tables["votes"])
	list(words.KeptResults{}, k.Tables["finished"])
	list(words.KeptRatings{}, k.Tables["ratings"])
	list(words.KeptOther{}, rest)
	if r.Limits.Files {
		m.File = &chat.File{Name: "othello-about-you.zip", MediaType: "application/zip", Data: Archive(k)}
	}
	return whisper(m), nil
}

// Archive returns a ZIP archive with what is kept about a person, and with their games in the Generic Game
// Format, which other programs read.
func Archive(k people.Kept) []byte {
	var archive bytes.Buffer // writing to it never fails
	z := zip.NewWriter(&archive)
	add := func(name string) io.Writer {
		w, _ := z.Create(name)
		return w
	}
	_, _ = add("kept.json").Write(KeptJSON(k))
	games := add("games.ggf")
	for _, g := range k.Games {
		by := record.Players{Black: k.Name(g.Player(rules.Black)), White: k.Name(g.Player(rules.White)), At: time.UnixMilli(g.At)}
		_, _ = io.WriteString(games, record.FormatGGF(record.Game{Start: g.Start, Moves: g.Moves}, by)+"\n")
	}
	_ = z.Close()
	return archive.Bytes()
}

// KeptJSON returns what is kept about a person as JSON, with an explanation.
func KeptJSON(k people.Kept) []byte {
	text, err := json.MarshalIndent(struct {
		About string `json:"about"`
		people.Kept
	}{"Everything that this bot keeps about one person, by table. Times are in Unix milliseconds; squares count from a1 = 0 to h8 = 63. Other people are player 1, player 2 and so on.", k}, "", "\t")
	if err != nil {
		panic(err) // the rows come from a database and from JSON
	}
	return append(text, '\n')
}
