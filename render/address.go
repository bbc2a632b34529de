package render

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"othellobot/rules"
)

// The first byte of a picture's bytes says which kind it is.
const (
	diagramCode = iota + 1
	cardCode
	curveCode
	replayCode
)

// MaxAddress is how long an [Address] is at most, in bytes.
const MaxAddress = 640

// ErrAddress says that no picture has this address.
var ErrAddress = errors.New("render: not the address of a picture")

// Address writes a picture so that [ParseAddress] reads it back, in letters and digits, "-"
// and "_". What a picture does not show is not in it.
func Address(p Picture) string { return base64.RawURLEncoding.EncodeToString(p.encode(nil)) }

// ParseAddress reads what [Address] has written; of anything else it gives [ErrAddress].
func ParseAddress(text string) (Picture, error) {
	if len(text) > MaxAddress {
		return nil, ErrAddress
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(data) == 0 {
		return nil, ErrAddress
	}
	r := &reader{data: data[1:]}
	var p Picture
	switch data[0] {
	case diagramCode:
		p = r.diagram()
	case cardCode:
		p = Card{Board: r.diagram(), Black: r.side(), White: r.side()}
	case curveCode:
		p = r.curve()
	case replayCode:
		p = r.replay()
	}
	if p == nil || r.wrong || len(r.data) > 0 {
		return nil, ErrAddress
	}
	return p, nil
}

func (d Diagram) encode(to []byte) []byte { return d.append(append(to, diagramCode)) }

func (d Diagram) append(to []byte) []byte {
	to = appendPosition(append(to, byte(d.Colors)), d.View.Position)
	occupied := d.View.Position.Black | d.View.Position.White
	to = binary.BigEndian.AppendUint64(to, uint64(d.View.Hints&^occupied))
	to = binary.BigEndian.AppendUint64(to, uint64(d.View.Flipped&occupied))
	return append(to, byte(min(d.View.Last, rules.NoSquare)), byte(min(d.Better, rules.NoSquare)))
}

func (c Card) encode(to []byte) []byte {
	to = c.Board.append(append(to, cardCode))
	for _, side := range []Side{c.Black, c.White} {
		name := short(side.Name)
		to = append(append(to, side.Discs, side.Accuracy, byte(len(name))), name...)
	}
	return to
}

func (c Curve) encode(to []byte) []byte {
	leads := c.Leads[:min(len(c.Leads), MaxPlies+1)]
	to = append(to, curveCode, byte(c.Colors), c.Turn, byte(len(leads)))
	for _, lead := range leads {
		to = append(to, byte(lead))
	}
	moments := c.Moments[:min(len(c.Moments), MaxMoments)]
	if len(moments) == 0 && c.Title+c.Names[0]+c.Names[1] == "" {
		return to
	}
	return appendTexts(append(append(to, byte(len(moments))), moments...), c.Title, c.Names[0], c.Names[1])
}

func (r Replay) encode(to []byte) []byte {
	moves := r.Moves[:min(len(r.Moves), MaxPlies)]
	to = appendPosition(append(to, replayCode, byte(r.Colors)), r.Start)
	to = append(to, byte(len(moves)))
	for _, move := range moves {
		to = append(to, byte(move))
	}
	return appendTexts(to, r.Names[:]...)
}

// appendTexts appends texts, and nothing if there are none: addresses from before there
// were any are read as well.
func appendTexts(to []byte, texts ...string) []byte {
	if strings.Join(texts, "") == "" {
		return to
	}
	for _, text := range texts {
		text = short(text)
		to = append(append(to, byte(len(text))), text...)
	}
	return to
}

func appendPosition(to []byte, p rules.Position) []byte {
	to = binary.BigEndian.AppendUint64(to, uint64(p.Black))
	to = binary.BigEndian.AppendUint64(to, uint64(p.White))
	return append(to, byte(p.ToMove))
}

// reader reads a picture from bytes that anybody may have written.
type reader struct {
	data  []byte
	wrong bool
}

// expect notes that what was read is wrong, unless it holds.
func (r *reader) expect(holds bool) { r.wrong = r.wrong || !holds }

func (r *reader) take(n int) []byte {
	if len(r.data) < n {
		r.wrong, r.data = true, nil
		return make([]byte, n)
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) set() rules.Bitboard { return rules.Bitboard(binary.BigEndian.Uint64(r.take(8))) }

func (r *reader) square() rules.Square {
	s := rules.Square(r.byte())
	r.expect(s <= rules.NoSquare)
	return s
}

func (r *reader) colors() Colors {
	c := Colors(r.byte())
	r.expect(c < colorsKinds)
	return c
}

func (r *reader) position() rules.Position {
	p := rules.Position{Black: r.set(), White: r.set(), ToMove: rules.Color(r.byte())}
	r.expect(p.Black&p.White == 0 && p.ToMove <= rules.White)
	return p
}

func (r *reader) diagram() Diagram {
	d := Diagram{Colors: r.colors()}
	d.View.Position = r.position()
	d.View.Hints, d.View.Flipped = r.set(), r.set()
	d.View.Last, d.Better = r.square(), r.square()
	occupied := d.View.Position.Black | d.View.Position.White
	r.expect(d.View.Hints&occupied == 0 && d.View.Flipped&^occupied == 0)
	return d
}

func (r *reader) side() Side {
	s := Side{Discs: r.byte(), Accuracy: r.byte()}
	r.expect(s.Accuracy <= AccuracyOf(100))
	s.Name = r.text()
	return s
}

func (r *reader) text() string {
	text := string(r.take(int(r.byte())))
	r.expect(utf8.ValidString(text) && short(text) == text)
	return text
}

// texts reads what appendTexts has written.
func (r *reader) texts(to ...*string) {
	if len(r.data) == 0 {
		return
	}
	n := 0
	for _, text := range to {
		*text = r.text()
		n += len(*text)
	}
	r.expect(n > 0)
}

func (r *reader) curve() Curve {
	c := Curve{Colors: r.colors(), Turn: r.byte()}
	n := int(r.byte())
	r.expect(n <= MaxPlies+1)
	for _, b := range r.take(n) {
		c.Leads = append(c.Leads, int8(b))
		r.expect(-64 <= int8(b) && int8(b) <= 64)
	}
	if len(r.data) == 0 {
		return c
	}
	if n := int(r.byte()); n > 0 {
		r.expect(n <= MaxMoments)
		c.Moments = slices.Clone(r.take(n))
	} else {
		r.expect(len(r.data) > 0)
	}
	r.texts(&c.Title, &c.Names[rules.Black], &c.Names[rules.White])
	return c
}

func (r *reader) replay() Replay {
	replay := Replay{Colors: r.colors(), Start: r.position()}
	n := int(r.byte())
	r.expect(n <= MaxPlies)
	for _, b := range r.take(n) {
		replay.Moves = append(replay.Moves, rules.Square(b))
		r.expect(b < byte(rules.NoSquare))
	}
	r.texts(&replay.Names[rules.Black], &replay.Names[rules.White])
	return replay
}
