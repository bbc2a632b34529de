package game

import (
	"strings"

	"othellobot/rating"
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

// Verdict says who won a finished game.
type Verdict uint8

// The verdicts. Stores write down these numbers.
const (
	NobodyWon Verdict = iota
	BlackWon
	WhiteWon
)

// Finished remembers a game that [Game.Counts], also when the game itself is deleted. As JSON it has no
// names, and nothing that changes later.
type Finished struct {
	Game         ID     `json:"-"`
	Tenant       Tenant `json:"-"`
	Black, White Player `json:"-"`          // Nobody for somebody who was forgotten
	Level        uint8  `json:",omitempty"` // of Engine, if it played
	Score        rules.Score
	Verdict      Verdict
	Ended        int64 // in Unix milliseconds

	Tally Tally
	Rated Rated `json:",omitzero"`
}

// Tally tells how often two players had won against each other in a tenant when a game
// of theirs ended, with that one. Against Engine it is about the level that it played at.
type Tally struct {
	Number           int // of their games, drawn ones included
	ByBlack, ByWhite int // won by who was Black in the game that ended, and by who was White
	Run              int // won by a person against Engine since the last that they did not win
	Wins             int // won by who won the game that ended, against everybody; 0 if that is no person
}

// Record is how often a player has won, drawn and lost against one opponent in a tenant. One
// against Channel is about votes: at level 0 about the rounds in which their square was played
// or was not, else about games of the channel against Engine at that level.
type Record struct {
	Tenant           Tenant
	Against          Player // Nobody for all those who were forgotten
	Level            uint8  // of Engine
	Won, Drawn, Lost int
	Run              int // games won since the last that was not; 0 unless against Engine
}

// Counts reports whether the game is counted in records: a duel without a coach, from the usual
// start, that was played out or lost by time, or that was resigned or claimed after [EarlyMoves],
// until which a player may as well stop it.
func (g *Game) Counts() bool { return !g.Coached && g.Whole() }

// Whole is [Game.Counts] for games with and without a coach.
func (g *Game) Whole() bool {
	if g.Result == nil || g.Mode != Duel || g.Loaded > 0 || g.Start != rules.Start() {
		return false
	}
	switch g.Result.Reason {
	case PlayedOut, TimedOut:
		return true
	case Resigned, Claimed:
		return len(g.Moves) > EarlyMoves
	default:
		return false
	}
}

// Finished returns the game as records remember it, without its tally and ratings, and false if the game
// does not count or names nobody.
func (g *Game) Finished() (Finished, bool) {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	if !g.Counts() || !black.Person() && !white.Person() {
		return Finished{}, false
	}
	f := Finished{
		Game: g.ID, Tenant: g.Place.Tenant(), Black: black, White: white, Level: g.Level,
		Score: g.Position().Score(), Ended: g.At,
	}
	switch {
	case g.Result.Decided && g.Result.Winner == rules.Black:
		f.Verdict = BlackWon
	case g.Result.Decided:
		f.Verdict = WhiteWon
	}
	if g.Result.Reason == PlayedOut {
		f.Score = g.Position().FinalScore()
	}
	if g.CountsRated() {
		f.Rated.Opening = rating.Opening(g.Moves)
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

// Person reports whether the player is neither Engine nor Channel nor Nobody.
func (p Player) Person() bool { return p != Nobody && p != Engine && p != Channel }

// People are those who played, without those forgotten.
func (f Finished) People() []Player {
	people := make([]Player, 0, 2)
	for _, p := range [...]Player{f.Black, f.White} {
		if p.Person() {
			people = append(people, p)
		}
	}
	return people
}

// Opponent is whom one of the two played against.
func (f Finished) Opponent(p Player) Player {
	if p == f.Black {
		return f.White
	}
	return f.Black
}

// Winner is who won, Nobody if nobody did or they were forgotten.
func (f Finished) Winner() Player {
	switch f.Verdict {
	case BlackWon:
		return f.Black
	case WhiteWon:
		return f.White
	default:
		return Nobody
	}
}

// Record returns what the game alone adds to the record of one of its people. Its Run is 1 if
// they won against Engine.
func (f Finished) Record(p Player) Record {
	r := Record{Tenant: f.Tenant, Against: f.Opponent(p), Level: f.Level}
	switch {
	case f.Verdict == NobodyWon:
		r.Drawn = 1
	case f.Winner() != p:
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

// Tallied is the tally of the game by the record of one of its people after it.
func (f Finished) Tallied(p Player, after Record) Tally {
	t := Tally{Number: after.Games(), ByBlack: after.Won, ByWhite: after.Lost, Run: after.Run, Wins: f.Tally.Wins}
	if p == f.White {
		t.ByBlack, t.ByWhite = t.ByWhite, t.ByBlack
	}
	return t
}

// Against is how often who won the game had won against the other.
func (f Finished) Against() int {
	switch f.Verdict {
	case BlackWon:
		return f.Tally.ByBlack
	case WhiteWon:
		return f.Tally.ByWhite
	default:
		return 0
	}
}
