package game

import "othellobot/rules"

// unpack is the room that pack packed. The strings in it are parts of the
// packed one.
func unpack(at Place, packed string) Room {
	r := Room{Place: at}
	if packed == "" {
		return r
	}
	u := unpacker{packed: packed}
	r.Settings.Theme = u.text()
	r.Settings.Pings = Pings(u.number())
	r.touched = int64(u.number())
	r.Active = u.game(&r)
	r.Last = u.game(&r)
	if n := u.number(); n > 0 {
		r.Challenges = make([]*Game, n)
		for i := range r.Challenges {
			r.Challenges[i] = u.game(&r)
		}
	}
	return r
}

// unpacker reads a packed room from a place on.
type unpacker struct {
	packed string
	at     int
}

func (u *unpacker) byte() byte {
	b := u.packed[u.at]
	u.at++
	return b
}

// number reads what [binary.AppendUvarint] wrote.
func (u *unpacker) number() uint64 {
	if b := u.packed[u.at]; b < 0x80 {
		u.at++
		return uint64(b)
	}
	return u.longNumber()
}

func (u *unpacker) longNumber() uint64 {
	var n uint64
	for shift := 0; ; shift += 7 {
		b := u.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

func (u *unpacker) text() string {
	n := int(u.number())
	u.at += n
	return u.packed[u.at-n : u.at]
}

func (u *unpacker) flag() bool { return u.number() != 0 }

// game unpacks a game that may be nil, and puts the messages that show it into
// the room.
func (u *unpacker) game(r *Room) *Game {
	if !u.flag() {
		return nil
	}
	g := &Game{
		Place:    r.Place,
		ID:       ID(u.number()),
		At:       int64(u.number()),
		Turn:     uint32(u.number()),
		Version:  uint32(u.number()),
		Mode:     Mode(u.number()),
		Phase:    Phase(u.number()),
		Level:    uint8(u.number()),
		Loaded:   uint8(u.number()),
		Reminder: Reminder(u.number()),
	}
	if n := u.number(); n > 0 {
		g.Seats = make([]Seat, n)
		for i := range g.Seats {
			g.Seats[i] = Seat{Player: Player(u.text()), Color: rules.Color(u.number())}
		}
	}
	g.Starter = u.player(g)
	u.moves(g)
	if n := u.number(); n > 0 {
		g.Rewinds = make([]Rewind, n)
		for i := range g.Rewinds {
			g.Rewinds[i] = Rewind{Turn: uint32(u.number()), Ply: uint8(u.number())}
		}
	}
	g.Ask = u.ask(g)
	g.Result = u.result(g)
	u.posted(r, g)
	return g
}

func (u *unpacker) player(g *Game) Player {
	if seat := u.number(); seat > 0 {
		return g.Seats[seat-1].Player
	}
	return Player(u.text())
}

func (u *unpacker) position() rules.Position {
	return rules.Position{
		Black:  rules.Bitboard(u.number()),
		White:  rules.Bitboard(u.number()),
		ToMove: rules.Color(u.number()),
	}
}

func (u *unpacker) moves(g *Game) {
	if n := u.number(); n > 0 {
		g.Moves = make([]rules.Square, n)
	}
	if n := len(g.Moves) - int(g.Loaded); n > 0 {
		g.Movers = make([]uint16, n)
	}
	for i := range g.Moves {
		b := u.byte()
		g.Moves[i] = rules.Square(b & 63)
		if i < int(g.Loaded) {
			continue
		}
		mover := uint64(b >> 6)
		if mover == 3 {
			mover = u.number()
		}
		g.Movers[i-int(g.Loaded)] = uint16(mover)
	}
	g.Start = rules.Start()
	if usual := u.flag(); !usual {
		g.Start = u.position()
	}
	g.before = g.Start
	if len(g.Moves) > 0 {
		g.before = u.position()
	}
}

func (u *unpacker) ask(g *Game) *Ask {
	if !u.flag() {
		return nil
	}
	return &Ask{Kind: AskKind(u.number()), By: u.player(g)}
}

func (u *unpacker) result(g *Game) *Result {
	if !u.flag() {
		return nil
	}
	return &Result{
		Reason:  Reason(u.number()),
		By:      u.player(g),
		Decided: u.flag(),
		Winner:  rules.Color(u.number()),
	}
}

func (u *unpacker) posted(r *Room, g *Game) {
	for u.flag() {
		r.shown = append(r.shown, Posted{
			Game: g.ID, Slot: u.text(), Version: uint32(u.number()), Ref: u.text(),
		})
	}
}
