package app

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/chat/chattest"
	"othellobot/game"
)

var invitationForm = regexp.MustCompile(ownURL + `/g/[\w-]+`)

// TestGuest plays a whole game: a member of a platform plays in the chat, and a guest on a page.
// The link is taken once. Both see every move, and of the guest only the game names them.
func TestGuest(t *testing.T) {
	for _, platform := range []string{discord.Platform, slack.Platform} {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newBubble(t, modes{discord: "gateway", slack: "oauth"})
				p := &seatPage{bubble: s, room: s.channel(platform, 0)}
				p.room.act(t, "ana: start with:anyone color:white")
				p.room.act(t, "ana: [Invite by a link]")
				for _, m := range p.room.Seen("ana") {
					if m.Private {
						p.address = cmp.Or(invitationForm.FindString(m.Text), p.address)
					}
				}
				page, status := p.ask(nil)
				if status != http.StatusOK || !strings.Contains(page, "is looking for an opponent") || !strings.Contains(page, "90 days after the end") {
					t.Fatalf("the invitation %s is answered %d:\n%s", p.address, status, page)
				}
				join := form(t, page, "Join")
				late := form(t, func() string { page, _ := p.ask(nil); return page }(), "Join")
				join.Set("name", "Zoë")
				late.Set("name", "Kim")
				seat := p.led(t, join)
				if again := p.led(t, join); again != seat || strings.Contains(seat, "taken") {
					t.Errorf("pressed twice, the form leads to %s and %s", seat, again)
				}
				watch := p.led(t, late)
				if p.address = watch; !strings.HasSuffix(watch, "?taken=1") {
					t.Errorf("who comes second is led to %s", watch)
				}
				if page, _ := p.ask(nil); !strings.Contains(page, "Somebody has this seat already") || strings.Contains(page, `name="control"`) {
					t.Errorf("who comes second sees\n%s", page)
				}
				p.address = seat
				for n := 1; ; n++ {
					g := p.playing(p.room.Place())
					position := g.Position()
					square := position.Legal().First().String()
					if g.Player(position.ToMove).GuestName() != "" {
						page, _ := p.ask(nil)
						page, status = p.ask(form(t, page, square))
						if status != http.StatusOK || !strings.Contains(page, `class="bkl" data-key="`+square+`"`) && n < 60 {
							t.Fatalf("move %d, %s, is answered %d:\n%s", n, square, status, page)
						}
					} else {
						p.room.act(t, "ana: move square:"+square)
					}
					room := p.stored(p.room.Place())
					newest := p.room.Seen("ana")
					board := newest[slices.IndexFunc(newest, func(m chattest.Message) bool { return !m.Private && strings.Contains(m.Text, square) })].Text
					if !strings.Contains(board, square) || strings.Contains(board, "page/") {
						t.Errorf("move %d: the board says %q", n, board)
					}
					if page, _ := p.ask(nil); !strings.Contains(page, `data-key="`+square+`" aria-label`) || !strings.Contains(page, "Zoë") || !regexp.MustCompile(`class="(bk|wh)l" data-key="`+square+`"`).MatchString(page) {
						t.Errorf("move %d: the guest's page does not show %s:\n%s", n, square, page)
					}
					if room.Active == nil {
						break
					}
				}
				last := p.stored(p.room.Place()).Last
				if _, err := game.NewTable(p.db, keeping).Finished(t.Context(), last.ID); last.Result.Reason != game.PlayedOut || err == nil {
					t.Errorf("the game ended by %+v, and counts: %v", last.Result, err == nil)
				}
				if strings.Contains(p.log.String(), "Zoë") {
					t.Errorf("the log names the guest:\n%s", p.log)
				}
			})
		})
	}
}

// led presses something on the page, and returns where that leads.
func (p *seatPage) led(t *testing.T, form url.Values) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, p.address, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", ownURL)
	w := httptest.NewRecorder()
	p.handlers["/g/"].ServeHTTP(w, r)
	synctest.Wait()
	if w.Code != http.StatusSeeOther {
		t.Fatalf("%v is answered %d:\n%s", form, w.Code, w.Body)
	}
	return w.Header().Get("Location")
}
