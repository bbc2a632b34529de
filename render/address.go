package render

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"

	"othellobot/rules"
)

// kinds holds an empty picture of each kind. The index is the first byte of encoded pictures.
var kinds = [...]Picture{diagramKind: Diagram{}, cardKind: Card{}, curveKind: Curve{}, replayKind: Replay{}}

const (
	diagramKind = iota + 1
	cardKind
	curveKind
	replayKind
)

// MaxAddress is the maximum length of an [Address], in bytes.
const MaxAddress = 768

// ErrAddress reports that a text is not the address of a picture.
var ErrAddress = errors.New("render: not the address of a picture")

// Address encodes what a picture shows as letters, digits, "-" and "_". [ParseAddress] decodes it.
func Address(p Picture) string {
	var c coder
	p.code(&c)
	return base64.RawURLEncoding.EncodeToString(c.data)
}

// ParseAddress decodes the result of [Address]. It returns [ErrAddress] for anything else.
func ParseAddress(text string) (Picture, error) {
	if len(text) > MaxAddress {
		return nil, ErrAddress
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(data) == 0 || data[0] == 0 || int(data[0]) >= len(kinds) {
		return nil, ErrAddress
	}
	p := kinds[data[0]].code(&coder{data: data, reading: true})
	if Address(p) != text { // it is not the canonical address
		return nil, ErrAddress
	}
	return p, nil
}

// coder encodes the visible fields of a picture to data. If reading is set, it decodes them.
type coder struct {
	data    []byte
	reading bool
}

func (c *coder) kind(k byte) { c.byte(&k) }

// byte codes a byte. At the end of data it reads 0.
func (c *coder) byte(b *byte) {
	switch {
	case !c.reading:
		c.data = append(c.data, *b)
	case len(c.data) == 0:
		*b = 0
	default:
		*b, c.data = c.data[0], c.data[1:]
	}
}

func (c *coder) set(s *rules.Bitboard) {
	var all [8]byte
	binary.BigEndian.PutUint64(all[:], uint64(*s))
	for i := range all {
		c.byte(&all[i])
	}
	*s = rules.Bitboard(binary.BigEndian.Uint64(all[:]))
}

func (c *coder) position(p *rules.Position) {
	p.White, p.ToMove = p.White&^p.Black, min(p.ToMove, rules.White)
	c.set(&p.Black)
	c.set(&p.White)
	c.byte((*byte)(&p.ToMove))
}

func (c *coder) colors(of *Colors) {
	*of %= colorSchemes
	c.byte((*byte)(of))
}

func (c *coder) text(text *string) {
	all := []byte(shortName(*text))
	codeList(c, &all)
	*text = string(all)
}

// texts codes texts, which must be the last fields. It writes nothing if all are empty.
func (c *coder) texts(all ...*string) {
	if c.reading || slices.ContainsFunc(all, func(text *string) bool { return *text != "" }) {
		for _, text := range all {
			c.text(text)
		}
	}
}

// codeList codes at most 255 numbers.
func codeList[T int8 | byte | rules.Square](c *coder, of *[]T) {
	n := byte(len(*of))
	c.byte(&n)
	if c.reading && n > 0 {
		*of = make([]T, n)
	}
	for i := range n {
		b := byte((*of)[i])
		c.byte(&b)
		(*of)[i] = T(b)
	}
}

func (d Diagram) code(c *coder) Picture {
	c.kind(diagramKind)
	c.diagram(&d)
	return d
}

func (c *coder) diagram(d *Diagram) {
	v := &d.View
	occupied := v.Position.Black | v.Position.White
	v.Hints, v.Flipped = v.Hints&^occupied, v.Flipped&occupied
	v.Last, d.Better = min(v.Last, rules.NoSquare), min(d.Better, rules.NoSquare)
	c.colors(&d.Colors)
	c.position(&v.Position)
	c.set(&v.Hints)
	c.set(&v.Flipped)
	c.byte((*byte)(&v.Last))
	c.byte((*byte)(&d.Better))
}

func (c Card) code(by *coder) Picture {
	by.kind(cardKind)
	by.diagram(&c.Board)
	for _, side := range []*Side{&c.Black, &c.White} {
		by.byte(&side.Discs)
		by.text(&side.Name)
	}
	return c
}

func (c Curve) code(by *coder) Picture {
	for _, leads := range []*[]int8{&c.Leads, &c.Board} {
		*leads = slices.Clone((*leads)[:min(len(*leads), MaxPlies+1)])
		for i, lead := range *leads {
			(*leads)[i] = max(-64, min(lead, 64))
		}
	}
	c.Moments = c.Moments[:min(len(c.Moments), MaxMoments)]
	by.kind(curveKind)
	by.colors(&c.Colors)
	by.byte(&c.Turn)
	codeList(by, &c.Leads)
	codeList(by, &c.Board)
	codeList(by, &c.Moments)
	by.texts(&c.Title, &c.Line, &c.Names[rules.Black], &c.Names[rules.White])
	return c
}

func (r Replay) code(by *coder) Picture {
	r.Moves = r.legal()
	by.kind(replayKind)
	by.colors(&r.Colors)
	by.position(&r.Start)
	codeList(by, &r.Moves)
	by.texts(&r.Names[rules.Black], &r.Names[rules.White])
	return r
}
