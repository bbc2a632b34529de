package app

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/rules"
)

// overtaking takes up to so long for each request, before it arrives and before its
// answer does, so that requests and answers overtake each other.
type overtaking struct {
	next http.RoundTripper
	upTo time.Duration
}

func (o overtaking) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(rand.N(o.upTo))
	answer, err := o.next.RoundTrip(r)
	time.Sleep(rand.N(o.upTo))
	return answer, err
}

func overtakes(s *between) {
	s.around = func(next http.RoundTripper) http.RoundTripper { return overtaking{next, 20 * time.Millisecond} }
}

// eachWay are all ways in which deliveries come from one platform.
var eachWay = map[string]struct {
	platform string
	ways
}{
	"Discord by gateway": {discord.Platform, ways{discord: "gateway"}},
	"Discord by HTTP":    {discord.Platform, ways{discord: "http"}},
	"Slack by socket":    {slack.Platform, ways{slack: "socket"}},
	"Slack by HTTP":      {slack.Platform, ways{slack: "http"}},
}

// next is a legal move in a game, which does not end it, who makes it, and the position
// after it.
func next(p rules.Position) (user, square string, after rules.Position) {
	all := slices.DeleteFunc(slices.Collect(p.Legal().Squares()), func(s rules.Square) bool {
		after, _ := p.Play(s)
		return after.Over()
	})
	move := all[rand.N(len(all))]
	after, _ = p.Play(move)
	return map[rules.Color]string{rules.Black: "ana", rules.White: "bo"}[p.ToMove], move.String(), after
}

// TestTwoMovesAtOnce has people make moves in pairs, the second five milliseconds after
// the first, or as soon as they see what they press. When all is at rest, each channel
// has one board, which shows the newest move, and nothing sends people elsewhere.
func TestTwoMovesAtOnce(t *testing.T) {
	for name, c := range eachWay {
		for i, acts := range [][2]string{{"types", "types"}, {"presses", "presses"}, {"presses", "types"}, {"types", "presses"}} {
			if byHTTP := strings.HasSuffix(name, "HTTP"); testing.Short() && byHTTP == (i%2 == 0) { // each of them on both platforms
				continue
			}
			t.Run(fmt.Sprintf("%s/%s then %s", name, acts[0], acts[1]), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					playPairs(t, newBetween(t, c.ways, overtakes), c.platform, acts, long(40, 1000))
				})
			})
		}
	}
}

// TestAnswersThatAreLate has people make moves in pairs while Discord takes its time to
// act on answers, so that the message that is to be changed is not there yet.
func TestAnswersThatAreLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newBetween(t, ways{discord: "http"}, overtakes)
		s.discord.SlowAnswers(50 * time.Millisecond)
		playPairs(t, s, discord.Platform, [2]string{"types", "types"}, long(20, 100))
	})
}

// playPairs has so many pairs of moves made in some channels.
func playPairs(t *testing.T, s *between, platform string, acts [2]string, pairs int) {
	t.Helper()
	const each = 10 // in a channel
	var mu sync.Mutex
	var all []standing
	var playing sync.WaitGroup
	for n := range pairs / each {
		v := s.venue(platform, n)
		playing.Go(func() {
			time.Sleep(time.Duration(n) * 100 * time.Millisecond)
			v.types("ana", "start")
			time.Sleep(3 * time.Second)
			for range each {
				g := s.playing(v.Place())
				p := g.Position()
				var acting sync.WaitGroup
				for i := range 2 {
					user, square, after := next(p)
					acting.Go(func() { act(t, v, acts[i], user, square, int(g.Turn)+i) })
					time.Sleep(5 * time.Millisecond)
					p = after
				}
				acting.Wait()
				time.Sleep(2 * time.Second)
				if got := s.playing(v.Place()).Position(); got != p {
					t.Errorf("the second move was not made: %v", v.messages())
				}
				is := s.standing(v)
				mu.Lock()
				all = append(all, is)
				mu.Unlock()
				if !is.current() || is.wrong {
					t.Errorf("at rest there is %+v in\n%+v", is, v.messages())
				}
			}
		})
	}
	playing.Wait()
	lowest := 0
	for _, is := range all {
		if is.lowest {
			lowest++
		}
	}
	t.Logf("%d pairs, the board is the lowest message after %d", len(all), lowest)
	if 100*lowest < 99*len(all) {
		t.Errorf("the board is the lowest message after %d of %d pairs", lowest, len(all))
	}
}

// act has somebody make a move.
func act(t *testing.T, v venue, how, user, square string, turn int) {
	if how == "types" {
		v.types(user, "move", "square:"+square)
		return
	}
	if !until(2*time.Second, func() bool { return v.presses(user, square, turn) }) {
		t.Errorf("%s sees no button %s in\n%+v", user, square, v.messages())
	}
}
