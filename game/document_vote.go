package game

import (
	"errors"
	"time"

	"othellobot/rules"
)

// documentVote is a [Ballot] written down.
type documentVote struct {
	Seconds int64            `json:"seconds"` // of a window
	Closed  bool             `json:"closed,omitempty"`
	Empty   uint8            `json:"empty,omitempty"`
	Nudged  bool             `json:"nudged,omitempty"`
	Counted int64            `json:"counted,omitempty"`
	Votes   int              `json:"votes,omitempty"`
	Tell    []Player         `json:"tell,omitempty"`
	Tally   []documentChoice `json:"tally,omitempty"`
	Best    []string         `json:"best,omitempty"` // empty where unknown
}

type documentChoice struct {
	Square string `json:"square"`
	Votes  int    `json:"votes"`
}

var errBallot = errors.New("a game has a ballot if and only if it is voted on, against the bot")

func (b *Ballot) document() *documentVote {
	if b == nil {
		return nil
	}
	d := &documentVote{
		Seconds: int64(b.Window / time.Second), Closed: b.Closed, Empty: b.Empty,
		Nudged: b.Nudged, Counted: b.Counted, Votes: b.Votes, Tell: b.Tell,
	}
	for _, c := range b.Tally {
		d.Tally = append(d.Tally, documentChoice{c.Square.String(), c.Votes})
	}
	for _, s := range b.Best {
		if s == rules.NoSquare {
			d.Best = append(d.Best, "")
		} else {
			d.Best = append(d.Best, s.String())
		}
	}
	return d
}

// ballot reads what [Ballot.document] wrote for a game.
func (d *documentVote) ballot(g Game) (*Ballot, error) {
	_, votes := g.Side(Channel)
	if (d != nil) != (g.Mode == Voted) || (d != nil) != (votes && g.AgainstEngine()) || d != nil && d.Seconds <= 0 {
		return nil, errBallot
	}
	if d == nil {
		return nil, nil
	}
	b := &Ballot{
		Window: time.Duration(d.Seconds) * time.Second, Closed: d.Closed, Empty: d.Empty,
		Nudged: d.Nudged, Counted: d.Counted, Votes: d.Votes, Tell: d.Tell,
	}
	for _, c := range d.Tally {
		square, err := rules.ParseSquare(c.Square)
		if err != nil {
			return nil, errUnknownWord
		}
		b.Tally = append(b.Tally, Choice{square, c.Votes})
	}
	for _, text := range d.Best {
		square := rules.NoSquare
		if text != "" {
			var err error
			if square, err = rules.ParseSquare(text); err != nil {
				return nil, errUnknownWord
			}
		}
		b.Best = append(b.Best, square)
	}
	return b, nil
}
