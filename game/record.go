package game

import (
	"slices"
	"strings"

	"othellobot/rating"
	"othellobot/rules"
)

// Tenant is the prefix of the places where a person's games are counted together: one team of a
// platform, or one channel if there is no team.
type Tenant string

// Tenant returns the tenant that the place belongs to.
func (at Place) Tenant() Tenant {
	parts, n := strings.SplitAfterN(string(at), "/", 4), 2
	if len(parts) > 1 && parts[1] == "/" {
		n = 3
	}
	if len(parts) <= n {
		return Tenant(at)
	}
	return Tenant(strings.Join(parts[:n], ""))
}

// Verdict is the winner of a finished game.
type Verdict uint8

// Stores keep these numbers, so they must not change.
const (
	NobodyWon Verdict = iota
	BlackWon
	WhiteWon
)

// Finished is the record of a game for which [Game.Counts] is true. It stays when the game itself is
// deleted. Its JSON names no player.
type Finished struct {
	Game         ID     `json:"-"`
	Tenant       Tenant `json:"-"`
	Black, White Player `json:"-"`          // Nobody if the player was forgotten
	Level        uint8  `json:",omitempty"` // level of Engine, if Engine played
	Score        rules.Score
	Verdict      Verdict
	Ended        int64 // in Unix milliseconds

	Tally Tally
	Rated Rated `json:",omitzero"`
}

// Tally counts the games that two players have finished against each other in a tenant, up to and
// including this game. Against Engine it counts only games at the same level.
type Tally struct {
	Number           int // all their games, including draws
	ByBlack, ByWhite int // games won by this game's Black, and by this game's White
	Run              int // games in a row that the person has won against Engine
	Wins             int // games that the winner has won against all opponents; 0 if the winner is not a person
}

// Record counts a player's wins, draws and losses against one opponent in a tenant. A record against
// Channel is about voted games. At level 0 it counts the rounds where the player's square was played
// (Won) or not (Lost). At other levels it counts the channel's games against Engine.
type Record struct {
	Tenant           Tenant
	Against          Player // Nobody for all forgotten opponents together
	Level            uint8  // level of Engine
	Won, Drawn, Lost int
	Run              int // games won in a row; 0 unless against Engine
}

// Counts reports whether the game counts in records: it is [Game.Complete] and had neither coach nor guest.
func (g *Game) Counts() bool { return !g.Coached && g.Complete() && !g.hasGuest() }

func (g *Game) hasGuest() bool {
	return slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.Player.GuestName() != "" })
}

// Complete reports whether the game was a duel from the usual start that was played out, lost by time, or
// resigned or claimed after more than [EarlyMoves] moves.
func (g *Game) Complete() bool {
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

// Finished returns the game's record, without tally and ratings, or false if it does not count or names no
// person.
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
		f.Rated.Opening = rating.OpeningHash(g.Moves)
	}
	return f, true
}

// Finishes returns the record of the game if the step ends it and it counts.
func (s Step) Finishes() (Finished, bool) {
	if s.Before == nil || s.Before.Phase == Over {
		return Finished{}, false
	}
	return s.After.Finished()
}

// People returns the players who are people and were not forgotten.
func (f Finished) People() []Player {
	return slices.DeleteFunc([]Player{f.Black, f.White}, func(p Player) bool { return !p.Person() })
}

// Opponent returns the opponent of p, who is one of the two players.
func (f Finished) Opponent(p Player) Player {
	if p == f.Black {
		return f.White
	}
	return f.Black
}

// Winner returns the winner, or Nobody after a draw or if the winner was forgotten.
func (f Finished) Winner() Player {
	return map[Verdict]Player{BlackWon: f.Black, WhiteWon: f.White}[f.Verdict]
}

// Record returns what the game adds to the record of p, who is one of its people.
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

// Add returns the record with one more game.
func (r Record) Add(one Record) Record {
	r.Won, r.Drawn, r.Lost = r.Won+one.Won, r.Drawn+one.Drawn, r.Lost+one.Lost
	if r.Run += one.Run; one.Won == 0 {
		r.Run = 0
	}
	return r
}

// Games returns the number of games.
func (r Record) Games() int { return r.Won + r.Drawn + r.Lost }

// TallyAfter returns the tally of the game. after is the record of p, one of its people, including this game.
func (f Finished) TallyAfter(p Player, after Record) Tally {
	t := Tally{Number: after.Games(), ByBlack: after.Won, ByWhite: after.Lost, Run: after.Run, Wins: f.Tally.Wins}
	if p == f.White {
		t.ByBlack, t.ByWhite = t.ByWhite, t.ByBlack
	}
	return t
}

// WinsAgainstLoser returns how many games the winner has won against the loser, including this one.
func (f Finished) WinsAgainstLoser() int {
	return map[Verdict]int{BlackWon: f.Tally.ByBlack, WhiteWon: f.Tally.ByWhite}[f.Verdict]
}

// Round returns the turn and the square if the step is a move that the channel voted for.
func (s Step) Round() (turn uint32, square rules.Square, ok bool) {
	g := s.After
	if s.Before == nil || g.Mode != Voted || len(g.Moves) == len(s.Before.Moves) || g.LastMover() != Channel {
		return 0, 0, false
	}
	return s.Before.Turn, g.Moves[len(g.Moves)-1], true
}

// Voted returns what the end of a voted game adds to each voter's record. It reports false unless the step ends
// a voted game that was played out.
func (s Step) Voted() (Record, bool) {
	g := s.After
	if s.Before == nil || s.Before.Phase == Over || g.Mode != Voted || g.Result == nil || g.Result.Reason != PlayedOut {
		return Record{}, false
	}
	r := Record{Tenant: g.Place.Tenant(), Against: Channel, Level: g.Level}
	switch {
	case !g.Result.Decided:
		r.Drawn = 1
	case g.Player(g.Result.Winner) == Channel:
		r.Won = 1
	default:
		r.Lost = 1
	}
	return r, true
}

// VoteRecords calls add for everything that the step adds to the voters' records, given all votes of the
// game.
func (s Step) VoteRecords(votes []Vote, add func(Player, Record)) {
	if turn, square, ok := s.Round(); ok {
		for _, v := range votes {
			r := Record{Tenant: s.After.Place.Tenant(), Against: Channel}
			switch {
			case v.Turn != turn:
				continue
			case v.Square == square:
				r.Won = 1
			default:
				r.Lost = 1
			}
			add(v.Voter, r)
		}
	}
	r, ok := s.Voted()
	known := make(map[Player]bool)
	for _, v := range votes {
		if ok && !known[v.Voter] {
			known[v.Voter] = true
			add(v.Voter, r)
		}
	}
}

// Step is the change of one game.
type Step struct {
	Before *Game // the game before the change; nil if it begins
	After  *Game // the game in its next version
}

// Rated holds the effect of a finished game on the ratings of its players.
type Rated struct {
	Entry        int64 // number in the log of the tenant, from 1; 0 if the game is not in the log
	Opening      uint64
	Worth        rating.Worth
	Week         int // number of the pair's rated games within a week, up to [rating.WeekGames]; includes this game if it counts
	Black, White Swing
	Annulled     bool `json:"-"`
}

// Swing is a player's rating before and after a rated game, as computed when the game ended.
type Swing struct {
	Seat          rating.PlayerID
	Before, After rating.Points // Before is 0 if the player had no place before the game
	Games         int           // games that counted, including this game if it counts
	Placed        bool          // whether the player has a place after the game
}
