package bot

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/record"
	"othellobot/rules"
	"othellobot/words"
)

// pressKept answers a user with everything that is kept about them, in a file where files can be sent.
func (b *Bot) pressKept(ctx context.Context, r *request) (chat.Response, error) {
	if b.Kept == nil {
		return chat.Response{}, errBadControl
	}
	last, known := b.exports.Get(r.by)
	if known && r.Now.Sub(last) < 10*time.Second || !b.exporting.TryLock() {
		return chat.Response{}, refused(words.TooFast{})
	}
	defer b.exporting.Unlock()
	b.exports.Put(r.by, r.Now)
	k, err := b.Kept(ctx, r.by)
	if err != nil {
		return chat.Response{}, &game.StoreError{Err: err}
	}
	if len(k.Tables) == 0 {
		return r.whisper(words.KeptNothing{}), nil
	}
	m := chat.Message{Text: r.Own.Text(words.Kept{}), Aside: r.Own.Text(words.KeptElsewhere{})}
	for _, kind := range []words.KeptKind{
		{What: r.Own.String(words.KeptGames{}), Number: len(k.Games)},
		{What: r.Own.String(words.KeptVotes{}), Number: len(k.Tables["votes"])},
		{What: r.Own.String(words.KeptResults{}), Number: len(k.Tables["finished"])},
		{What: r.Own.String(words.KeptRatings{}), Number: len(k.Tables["ratings"])},
		{What: r.Own.String(words.KeptOther{}), Number: len(k.Tables["kept"]) + len(k.Tables["solvers"]) + len(k.Tables["records"]) + len(k.Tables["tombstones"])},
	} {
		if kind.Number > 0 {
			m.Text = appendLine(m.Text, r.Own.Text(kind))
		}
	}
	if !r.Limits.Files {
		return whisper(m), nil
	}
	data, err := Archive(k)
	m.File = &chat.File{Name: "othello-about-you.zip", MediaType: "application/zip", Data: data}
	return whisper(m), err
}

// Archive returns a ZIP archive with what is kept about a person, and with their games in the Generic Game
// Format, which other programs read.
func Archive(k people.Kept) ([]byte, error) {
	text, err := k.JSON()
	var archive bytes.Buffer // writing to it never fails
	z := zip.NewWriter(&archive)
	file, _ := z.Create("kept.json")
	_, _ = file.Write(text)
	file, _ = z.Create("games.ggf")
	for _, g := range k.Games {
		black, white := k.Name(g.Player(rules.Black)), k.Name(g.Player(rules.White))
		_, _ = io.WriteString(file, record.FormatGGF(record.Game{Start: g.Start, Moves: g.Moves}, time.UnixMilli(g.At), black, white)+"\n")
	}
	_ = z.Close()
	return archive.Bytes(), err
}
