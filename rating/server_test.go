package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

type member struct {
	id       PlayerID
	strength float64 // true strength, hidden from the ratings
}

// server simulates a server with 200 members, who play three games a week on average. Every week
// some members leave and new ones join.
type server struct {
	random  *rand.Rand
	ladder  *Ladder
	members []*member
	lastID  PlayerID
}

const (
	people    = 200
	leaving   = 0.03 // the share of members who leave each week
	spread    = 300  // standard deviation of strengths, in points; see TestServer for its source
	draws     = 0.026
	gamesEach = 3 // per member and week, on average
)

func newServer(seed uint64) *server {
	s := &server{random: rand.New(rand.NewPCG(seed, seed)), ladder: NewLadder()}
	for range people {
		s.members = append(s.members, s.newMember())
	}
	return s
}

func (s *server) newMember() *member {
	s.lastID++
	return &member{id: s.lastID, strength: 1500 + spread*s.random.NormFloat64()}
}

func (s *server) week(n int64) {
	for range people * gamesEach / 2 {
		at := n*7*day + s.random.Int64N(7*day)
		one := s.members[s.random.IntN(people)]
		if other := s.opponent(one); s.random.IntN(2) == 0 {
			s.play(one, other, at)
		} else {
			s.play(other, one, at)
		}
	}
	for i := range s.members {
		if s.random.Float64() < leaving {
			s.members[i] = s.newMember()
		}
	}
}

// opponent returns the member with the nearest rating among three random ones.
func (s *server) opponent(of *member) (nearest *member) {
	least := math.Inf(1)
	for range 3 {
		other := s.members[s.random.IntN(people)]
		distance := math.Abs((s.ladder.Of(other.id).Rating - s.ladder.Of(of.id).Rating).float())
		if other != of && distance < least {
			nearest, least = other, distance
		}
	}
	return nearest
}

func (s *server) play(black, white *member, at int64) {
	r := Result{Black: black.id, White: white.id, Ended: at, Winner: White, Opening: s.random.Uint64()}
	x := s.random.Float64()
	switch p := chance(black.strength-whiteAdvantage.float(), white.strength); {
	case s.random.Float64() < draws:
		r.Winner = Drawn
	case x < p:
		r.Winner = Black
	}
	s.ladder.Add(r)
}

func (s *server) listed() float64 {
	listed := 0.0
	for _, m := range s.members {
		if s.ladder.Of(m.id).Listed() {
			listed++
		}
	}
	return listed / people
}

// found counts the members in the top ten places who really are among the ten strongest placed members.
func (s *server) found() (found int) {
	shown := slices.DeleteFunc(slices.Clone(s.members), func(m *member) bool { return !s.ladder.Of(m.id).Placed() })
	slices.SortFunc(shown, func(a, b *member) int { return int(s.ladder.Of(b.id).Rating - s.ladder.Of(a.id).Rating) })
	best := slices.Clone(shown)
	slices.SortFunc(best, func(a, b *member) int { return int(1000*b.strength) - int(1000*a.strength) })
	for _, m := range best[:10] {
		if slices.Contains(shown[:10], m) {
			found++
		}
	}
	return found
}

// Most members are soon listed, and the top places show the best. Strengths are spread like scores in
// three round-robin tournaments: https://www.ffothello.org/takuji-kashiwabara-enfin-champion-de-france/ (8 6.5
// 5 4.5 3.5 3.5 3 2 0 without the bye), http://zoomy.blogspot.com/2017/06/theres-no-room-54-either.html (7 5 5
// 4 3 2 1 1), https://www.ffothello.org/tournoi-de-geneve-arthur-juigner-domine-michele-borassi-en-finale/ (5
// 3 3 2 2 0). With so few games, any spread between 200 and 500 is plausible.
func TestServer(t *testing.T) {
	const servers = 20
	var listed, found float64
	for seed := range uint64(servers) {
		s := newServer(seed)
		for week := range int64(12) {
			s.week(week)
			if week == 1 {
				listed += s.listed() / servers
			}
		}
		found += float64(s.found()) / servers
	}
	t.Logf("%.0f %% listed after two weeks, %.1f of the best ten shown after twelve", 100*listed, found)
	if listed < 0.6 {
		t.Errorf("%.0f %% are listed", 100*listed)
	}
	if found < 7 {
		t.Errorf("%.1f of the best ten are shown", found)
	}
}
