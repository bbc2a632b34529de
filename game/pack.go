package game

import (
	"encoding/binary"

	"othellobot/rules"
)

// A room at rest is packed into one string. A million games that nobody touches
// take a third of the memory so, and unpacking one takes less than the time of
// a single write. [unpack] reads what pack of the same process wrote; the form
// is for no disk and no wire.

// pack is the room without its place, the empty string if it is empty. Messages
// of games that are not in the room are left out.
func pack(r Room) string {
	if r.empty() {
		return ""
	}
	p := make(packer, 0, 256)
	p.text(r.Settings.Theme)
	p.number(uint64(r.Settings.Pings))
	p.game(r, r.Active)
	p.game(r, r.Last)
	p.number(uint64(len(r.Challenges)))
	for _, g := range r.Challenges {
		p.game(r, g)
	}
	return string(p)
}

type packer []byte

func (p *packer) number(n uint64)  { *p = binary.AppendUvarint(*p, n) }
func (p *packer) text(text string) { p.number(uint64(len(text))); *p = append(*p, text...) }

func (p *packer) flag(b bool) {
	if b {
		p.number(1)
	} else {
		p.number(0)
	}
}

// game packs a game that may be nil, with the messages that show it.
func (p *packer) game(r Room, g *Game) {
	p.flag(g != nil)
	if g == nil {
		return
	}
	p.number(uint64(g.ID))
	p.number(uint64(g.At))
	p.number(uint64(g.Turn))
	p.number(uint64(g.Version))
	p.number(uint64(g.Mode))
	p.number(uint64(g.Phase))
	p.number(uint64(g.Level))
	p.number(uint64(g.Loaded))
	p.flag(g.Pinged)
	p.number(uint64(len(g.Seats)))
	for _, s := range g.Seats {
		p.text(string(s.Player))
		p.number(uint64(s.Color))
	}
	p.player(g, g.Starter)
	p.moves(g)
	p.number(uint64(len(g.Rewinds)))
	for _, r := range g.Rewinds {
		p.number(uint64(r.Turn))
		p.number(uint64(r.Ply))
	}
	p.ask(g)
	p.result(g)
	p.posted(r, g)
}

// player packs a player's seat, counted from 1, or their name if they have none.
func (p *packer) player(g *Game, name Player) {
	seat := g.seat(name)
	p.number(uint64(seat + 1))
	if seat < 0 {
		p.text(string(name))
	}
}

func (p *packer) position(q rules.Position) {
	p.number(uint64(q.Black))
	p.number(uint64(q.White))
	p.number(uint64(q.ToMove))
}

// moves packs the moves with their makers, and the two positions. A square
// leaves two bits of its byte free: they hold the maker's seat, or 3 if that
// follows.
func (p *packer) moves(g *Game) {
	p.number(uint64(len(g.Moves)))
	for i, m := range g.Moves {
		if i < int(g.Loaded) {
			p.number(uint64(m))
			continue
		}
		mover := g.Movers[i-int(g.Loaded)]
		*p = append(*p, byte(m)|byte(min(mover, 3))<<6)
		if mover >= 3 {
			p.number(uint64(mover))
		}
	}
	usual := g.Start == rules.Start()
	p.flag(usual)
	if !usual {
		p.position(g.Start)
	}
	if len(g.Moves) > 0 {
		p.position(g.before)
	}
}

func (p *packer) ask(g *Game) {
	p.flag(g.Ask != nil)
	if g.Ask != nil {
		p.number(uint64(g.Ask.Kind))
		p.player(g, g.Ask.By)
	}
}

func (p *packer) result(g *Game) {
	p.flag(g.Result != nil)
	if g.Result != nil {
		p.number(uint64(g.Result.Reason))
		p.player(g, g.Result.By)
		p.flag(g.Result.Decided)
		p.number(uint64(g.Result.Winner))
	}
}

// posted packs the messages that show a game.
func (p *packer) posted(r Room, g *Game) {
	for _, m := range r.posted {
		if m.Game != g.ID {
			continue
		}
		p.flag(true)
		p.text(m.Slot)
		p.number(uint64(m.Version))
		p.text(m.Ref)
	}
	p.flag(false)
}
