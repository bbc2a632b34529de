package game

import (
	"strings"

	"othellobot/rules"
)

// Tenant begins the names of the places in which a person's games are counted
// together: those of one platform and team, or of one channel where there is no team.
type Tenant string

// Tenant is the one that the place belongs to.
func (at Place) Tenant() Tenant {
	end := 0
	for part := range 3 {
		slash := strings.IndexByte(string(at)[end:], '/')
		if slash < 0 {
			return Tenant(at)
		}
		named := slash > 0
		if end += slash + 1; part == 1 && named {
			break
		}
	}
	return Tenant(at[:end])
}

// Finished is what is kept of a game that [Game.Counts], also when the game itself is
// not kept any more.
type Finished struct {
	Game         ID
	Tenant       Tenant
	Black, White Player // Nobody for somebody who was forgotten
	Level        uint8  // of Engine, if it played
	Score        rules.Score
	Decided      bool
	Winner       rules.Color // if Decided
	Ended        int64       // in Unix milliseconds

	Tally Tally
}

// Tally tells how often two players had won against each other in a tenant when a game
// of theirs ended, with that one. Against Engine it is about the level that it played at.
type Tally struct {
	Number           int // of their games, drawn ones included
	ByBlack, ByWhite int // won by who was Black in the game that ended, and by who was White
	Run              int // won by a person against Engine since the last that they did not win
	Wins             int // won by who won the game that ended, against everybody; 0 if that is no person
}

// Record is how often a player has won, drawn and lost against one opponent in a tenant.
type Record struct {
	Tenant           Tenant
	Against          Player // Nobody for all those who were forgotten
	Level            uint8  // of Engine
	Won, Drawn, Lost int
	Run              int // games won since the last that was not; 0 unless against Engine
}

// Counts reports whether the game is counted in records: a duel from the usual start that
// was played out, or that was resigned or claimed after [EarlyMoves], until which a player
// may as well stop it.
func (g *Game) Counts() bool {
	if g.Result == nil || g.Mode != Duel || g.Loaded > 0 || g.Start != rules.Start() {
		return false
	}
	switch g.Result.Reason {
	case PlayedOut:
		return true
	case Resigned, Claimed:
		return len(g.Moves) > EarlyMoves
	default:
		return false
	}
}

// Finished is what is to be kept of the game, without its tally, and false if the game
// does not count or names nobody.
func (g *Game) Finished() (Finished, bool) {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	if !g.Counts() || !black.Person() && !white.Person() {
		return Finished{}, false
	}
	f := Finished{
		Game: g.ID, Tenant: g.Place.Tenant(), Black: black, White: white, Level: g.Level,
		Score: g.Position().Score(), Decided: g.Result.Decided, Winner: g.Result.Winner, Ended: g.At,
	}
	if g.Result.Reason == PlayedOut {
		f.Score = g.Position().FinalScore()
	}
	return f, true
}

// Finishes gives what is to be kept of a game that a step ends, and false if it ends none
// that counts.
func (s Step) Finishes() (Finished, bool) {
	if s.Before == nil || s.Before.Phase == Over {
		return Finished{}, false
	}
	return s.After.Finished()
}

// Person reports whether the player is neither Engine nor Nobody.
func (p Player) Person() bool { return p != Nobody && p != Engine }

// Of is the player of a side.
func (f Finished) Of(c rules.Color) Player {
	if c == rules.Black {
		return f.Black
	}
	return f.White
}

// Record is what the game alone adds to the record of the player of a side. Its Run is 1
// if they won against Engine.
func (f Finished) Record(c rules.Color) Record {
	r := Record{Tenant: f.Tenant, Against: f.Of(c.Opponent()), Level: f.Level}
	switch {
	case !f.Decided:
		r.Drawn = 1
	case f.Winner != c:
		r.Lost = 1
	default:
		r.Won = 1
		if r.Against == Engine {
			r.Run = 1
		}
	}
	return r
}

// Add is the record with one more game.
func (r Record) Add(one Record) Record {
	r.Won, r.Drawn, r.Lost = r.Won+one.Won, r.Drawn+one.Drawn, r.Lost+one.Lost
	if r.Run += one.Run; one.Won == 0 {
		r.Run = 0
	}
	return r
}

// Games is how many they are.
func (r Record) Games() int { return r.Won + r.Drawn + r.Lost }

// Tallied is the tally of the game by the record of the player of a side after it.
func (f Finished) Tallied(c rules.Color, after Record) Tally {
	t := Tally{Number: after.Games(), ByBlack: after.Won, ByWhite: after.Lost, Run: after.Run, Wins: f.Tally.Wins}
	if c == rules.White {
		t.ByBlack, t.ByWhite = t.ByWhite, t.ByBlack
	}
	return t
}
