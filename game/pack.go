package game

import (
	"encoding/binary"

	"othellobot/rules"
)

// A room at rest is packed into one string: of a million games hardly any is
// touched at a time, and the strings and slices of the others would take three
// times as much memory. What pack writes only [unpack] of the same process
// reads; the form is for no disk and no wire.

// pack is the room without its place, the empty string if it is empty.
func pack(r Room) string {
	if r.empty() {
		return ""
	}
	b := make([]byte, 0, 256)
	b = appendText(b, r.Settings.Theme)
	b = appendNumber(b, r.Settings.Pings)
	b = appendNumber(b, r.touched)
	b = appendGame(b, r, r.Active)
	b = appendGame(b, r, r.Last)
	b = appendNumber(b, len(r.Challenges))
	for _, g := range r.Challenges {
		b = appendGame(b, r, g)
	}
	return string(b)
}

func appendNumber[N ~int | ~int64 | ~uint64 | ~uint32 | ~uint16 | ~uint8](b []byte, n N) []byte {
	return binary.AppendUvarint(b, uint64(n))
}

func appendText(b []byte, text string) []byte {
	return append(appendNumber(b, len(text)), text...)
}

func appendFlag(b []byte, flag bool) []byte {
	if flag {
		return append(b, 1)
	}
	return append(b, 0)
}

// appendGame packs a game that may be nil, with the messages that show it.
func appendGame(b []byte, r Room, g *Game) []byte {
	b = appendFlag(b, g != nil)
	if g == nil {
		return b
	}
	b = appendNumber(b, g.ID)
	b = appendNumber(b, g.At)
	b = appendNumber(b, g.Turn)
	b = appendNumber(b, g.Version)
	b = appendNumber(b, g.Mode)
	b = appendNumber(b, g.Phase)
	b = appendNumber(b, g.Level)
	b = appendNumber(b, g.Loaded)
	b = appendNumber(b, g.Reminder)
	b = appendNumber(b, len(g.Seats))
	for _, s := range g.Seats {
		b = appendText(b, string(s.Player))
		b = appendNumber(b, s.Color)
	}
	b = appendPlayer(b, g, g.Starter)
	b = appendMoves(b, g)
	b = appendNumber(b, len(g.Rewinds))
	for _, r := range g.Rewinds {
		b = appendNumber(b, r.Turn)
		b = appendNumber(b, r.Ply)
	}
	b = appendAsk(b, g)
	b = appendResult(b, g)
	return appendPosted(b, r, g)
}

// appendPlayer packs a player's seat, counted from 1, or 0 and the name of
// somebody without a seat.
func appendPlayer(b []byte, g *Game, p Player) []byte {
	if seat := g.seat(p); seat >= 0 {
		return appendNumber(b, seat+1)
	}
	return appendText(append(b, 0), string(p))
}

func appendPosition(b []byte, p rules.Position) []byte {
	b = appendNumber(b, p.Black)
	b = appendNumber(b, p.White)
	return appendNumber(b, p.ToMove)
}

// appendMoves packs the moves with their makers, and the positions of a game. A
// square leaves two bits of its byte free: they hold the maker's seat, or 3 if
// that follows.
func appendMoves(b []byte, g *Game) []byte {
	b = appendNumber(b, len(g.Moves))
	for i, m := range g.Moves {
		if i < int(g.Loaded) {
			b = append(b, byte(m))
			continue
		}
		seat := g.Movers[i-int(g.Loaded)]
		b = append(b, byte(m)|byte(min(seat, 3))<<6)
		if seat >= 3 {
			b = appendNumber(b, seat)
		}
	}
	usual := g.Start == rules.Start()
	b = appendFlag(b, usual)
	if !usual {
		b = appendPosition(b, g.Start)
	}
	if len(g.Moves) > 0 {
		b = appendPosition(b, g.before)
	}
	return b
}

func appendAsk(b []byte, g *Game) []byte {
	b = appendFlag(b, g.Ask != nil)
	if g.Ask == nil {
		return b
	}
	b = appendNumber(b, g.Ask.Kind)
	return appendPlayer(b, g, g.Ask.By)
}

func appendResult(b []byte, g *Game) []byte {
	b = appendFlag(b, g.Result != nil)
	if g.Result == nil {
		return b
	}
	b = appendNumber(b, g.Result.Reason)
	b = appendPlayer(b, g, g.Result.By)
	b = appendFlag(b, g.Result.Decided)
	return appendNumber(b, g.Result.Winner)
}

// appendPosted packs the messages that show a game.
func appendPosted(b []byte, r Room, g *Game) []byte {
	for _, m := range r.shown {
		if m.Game != g.ID {
			continue
		}
		b = appendFlag(b, true)
		b = appendText(b, m.Slot)
		b = appendNumber(b, m.Version)
		b = appendText(b, m.Ref)
	}
	return appendFlag(b, false)
}
