package browser

import (
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// room is a channel of Discord's fake where the bot plays, with pages of its games at a public address.
type room struct {
	*discordtest.Server
	t   testing.TB
	den discordtest.Where
}

func newRoom(t testing.TB) room {
	t.Helper()
	d := discordtest.New(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	out := run(t, map[string]string{
		"DISCORD_TOKEN": d.Token(), "DISCORD_API_URL": d.APIURL(), "DATABASE_URL": "memory:", "FLOOD_LIMITS": "off",
		"HTTP_ADDR": address, "PUBLIC_URL": "http://" + address,
	})
	go func() { _, _ = io.Copy(io.Discard, out) }()
	d.WaitReady()
	d.WaitRegistered()
	return room{d, t, d.Channel("den")}
}

// find waits until a user sees a control, and returns its message and it.
func (r room) find(user string, is func(discordtest.Component) bool) (m discordtest.Message, c discordtest.Component) {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for _, m := range slices.Backward(r.Messages(r.den, user)) {
			if i := slices.IndexFunc(m.Controls(), is); i >= 0 {
				return m, m.Controls()[i]
			}
		}
	}
	r.t.Fatalf("%s never sees the control among %+v", user, r.Messages(r.den, user))
	return m, c
}

func (r room) press(user, label string) {
	r.t.Helper()
	m, c := r.find(user, func(c discordtest.Component) bool { return c.Label == label })
	r.Press(r.den, user, m.ID, c.CustomID)
}

// duel begins a duel of ana, who plays Black, and bo.
func (r room) duel() {
	r.t.Helper()
	r.Command(r.den, "ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
	r.press("bo", "Accept · friendly")
	r.find("ana", func(c discordtest.Component) bool { return c.Label == "Play on a page" })
}

// seat returns the URL of the page where a user plays.
func (r room) seat(user string) string {
	r.t.Helper()
	r.press(user, "Play on a page")
	_, c := r.find(user, func(c discordtest.Component) bool { return strings.Contains(c.URL, "/g/") && c.Label == "Open" })
	return c.URL
}

// watch returns the URL of the page for everybody.
func (r room) watch() string {
	r.t.Helper()
	_, c := r.find("cy", func(c discordtest.Component) bool { return strings.Contains(c.URL, "/g/") })
	return c.URL
}

var squareOn = regexp.MustCompile(`<:([a-z])[a-z]*:[0-9]+>|[🌑🌚🌕🌝🟩🟦]`)

// discs returns the board of the newest public message with a board: a letter for each square.
func (r room) discs() string {
	for _, m := range slices.Backward(r.AllMessages(r.den)) {
		found := squareOn.FindAllStringSubmatch(m.Content, -1)
		if m.Ephemeral() || m.Deleted || len(found) != 64 {
			continue
		}
		letters := ""
		for _, f := range found {
			switch {
			case f[1] == "b" || f[0] == "🌑" || f[0] == "🌚":
				letters += "b"
			case f[1] == "w" || f[0] == "🌕" || f[0] == "🌝":
				letters += "w"
			default:
				letters += "-"
			}
		}
		return letters
	}
	return ""
}

// discs returns the board of a page: a letter for each square.
func (b browser) discs() string {
	b.t.Helper()
	return value[string](b, "[...document.querySelectorAll('.board button')].map(b => b.className.match(/^(b|w)[a-z]/)?.[1] || '-').join('')")
}

// over reports whether the page's game has ended.
const over = "!document.querySelector('.side.turn')"

// equal waits until all pages and the chat show the same board, after n moves. The chat shows an ended game as a picture.
func (r room) equal(n int, pages ...browser) {
	r.t.Helper()
	var all []string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		all = nil
		if shown := r.discs(); shown != "" || !value[bool](pages[0], over) {
			all = append(all, shown)
		}
		for _, b := range pages {
			all = append(all, b.discs())
		}
		if len(slices.Compact(slices.Clone(all))) == 1 && 64-strings.Count(all[0], "-") == 4+n {
			return
		}
	}
	r.t.Fatalf("after %d moves the chat and the pages show\n%s", n, strings.Join(all, "\n"))
}

// Two people play a whole duel, each on a page of their own. A watcher and the chat see each move, once. What others
// press in the chat changes nothing, and a player may move in the chat, too.
func TestSeats(t *testing.T) {
	ana := open(t)
	r := newRoom(t)
	r.duel()
	bo, cy := ana.another(), ana.another()
	ana.do(size(390, 844), chromedp.Navigate(r.seat("ana")), chromedp.WaitVisible(".board"))
	bo.do(size(1280, 800), prefer("dark"), chromedp.Navigate(r.seat("bo")), chromedp.WaitVisible(".board"))
	cy.do(size(1000, 900), chromedp.Navigate(r.watch()), chromedp.WaitVisible(".board"))
	ana.shoot("seat-phone")
	ana.judge("a seat")
	if value[bool](cy, "!!document.querySelector('[name=control]')") {
		t.Error("a watcher can press something")
	}
	for n := 1; ; n++ {
		mover, name := ana, "ana"
		if value[bool](ana, over) {
			break
		}
		const movable = "document.querySelector('.board [name=control]')"
		ana.until(over + " || document.querySelector('.side.turn .disc.wht') || " + movable)
		if !value[bool](ana, "!!"+movable) {
			mover, name = bo, "bo"
			bo.until(movable)
		}
		square := value[string](mover, movable+".dataset.key")
		switch n % 7 {
		case 3: // in the chat, after somebody else has tried
			r.Command(r.den, "cy", "move", discordtest.Text("square", square))
			r.Command(r.den, name, "move", discordtest.Text("square", square))
		case 5: // a press that comes twice
			mover.do(chromedp.Evaluate(`{ const s = document.querySelector('.board [name=control]'); s.click(); s.click() }`, nil))
		default:
			mover.do(chromedp.Click(`.board [name=control][data-key="` + square + `"]`))
		}
		r.equal(n, ana, bo, cy)
		if n == 20 {
			bo.shoot("seat-wide")
			bo.judge("a seat on a wide window")
		}
	}
	r.find("cy", func(c discordtest.Component) bool { return c.Label == "Rematch" })
	cy.until(over)
}

// A wrong square is refused on the page, and the game goes on.
func TestWrongSquareOfSeat(t *testing.T) {
	ana := open(t)
	r := newRoom(t)
	r.duel()
	ana.do(size(320, 568), chromedp.Navigate(r.seat("ana")), chromedp.WaitVisible(".board"), chromedp.Click(`.board [data-key="a1"]`))
	ana.until("document.body?.textContent.includes('a1')")
	ana.shoot("seat-refused")
	ana.judge("a refusal")
	ana.do(chromedp.Click(`.board [name=control][data-key="d3"]`))
	r.equal(1, ana)
}

// playSeat plays a game against the bot on the page of a seat.
func (r room) playSeat(b browser, wait func(), play func(square string)) {
	r.t.Helper()
	r.Command(r.den, "ana", "start", discordtest.Text("with", "bot"), discordtest.Integer("level", 1), discordtest.Text("color", "black"))
	b.do(chromedp.Navigate(r.seat("ana")), chromedp.WaitVisible(".board"))
	playOut(b, over, wait, play)
	r.equal(len(strings.ReplaceAll(b.discs(), "-", ""))-4, b)
	r.find("ana", func(c discordtest.Component) bool { return c.Label == "Rematch" })
}

func TestSeatByKeyboard(t *testing.T) {
	b := open(t)
	b.do(size(320, 568))
	newRoom(t).playSeat(b, func() {}, func(square string) {
		b.tabToBoard()
		b.enter(square)
	})
}

func TestSeatByTouch(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), emulation.SetTouchEmulationEnabled(true))
	newRoom(t).playSeat(b, func() {}, b.tap)
}

func TestSeatWithoutScript(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), emulation.SetScriptExecutionDisabled(true))
	newRoom(t).playSeat(b, func() { b.do(chromedp.Reload()) }, b.reloading)
	b.shoot("seat-without-script")
}

// A guest without an account takes a seat by a link, and plays a whole game on a page against ana, who plays in the chat.
func TestGuest(t *testing.T) {
	guest := open(t)
	r := newRoom(t)
	r.Command(r.den, "ana", "start", discordtest.Text("with", "anyone"), discordtest.Text("color", "black"))
	r.press("ana", "Invite by a link")
	m, _ := r.find("ana", func(c discordtest.Component) bool { return c.Label == "End this link" })
	invitation := regexp.MustCompile(`http://\S+/g/[\w-]+`).FindString(m.Content)
	guest.do(size(390, 844), chromedp.Navigate(invitation), chromedp.WaitVisible("[name=name]"))
	guest.shoot("guest-invited")
	guest.judge("an invitation")
	guest.do(chromedp.SendKeys("[name=name]", "zoë"+kb.Enter))
	guest.until("!document.querySelector('[name=name]') && document.body?.textContent.includes('zoë')")
	late := guest.another()
	late.do(chromedp.Navigate(invitation), chromedp.WaitVisible(".board"))
	if value[bool](late, "!!document.querySelector('[name=name],[name=control]')") {
		t.Error("a second guest can take the seat")
	}
	n := 0
	for p := rules.Start(); !p.Over(); n++ {
		square := p.Legal().First()
		if p.ToMove == rules.Black {
			r.Command(r.den, "ana", "move", discordtest.Text("square", square.String()))
		} else {
			const control = `.board [name=control][data-key="`
			guest.until(`document.querySelector('` + control + square.String() + `"]')`)
			guest.do(chromedp.Click(control + square.String() + `"]`))
		}
		next, err := p.Play(square)
		if err != nil {
			t.Fatal(err)
		}
		p = next
		r.equal(n+1, guest)
		if n == 9 {
			guest.shoot("guest-seat")
			guest.judge("a guest's seat")
		}
	}
	guest.until(over)
	guest.shoot("guest-end")
}
