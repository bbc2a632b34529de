package browser

import (
	"context"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// line is the beginning of a game.
var line = []string{"f5", "f6", "e6", "f4", "g5", "d6", "f3", "g6", "c7"}

// playLine plays moves in a channel, and returns the URL of the page of that game.
func playLine(b browser, address string, moves ...string) string {
	b.t.Helper()
	b.do(size(1000, 900), chromedp.Navigate(address+"&in=den&as=ana"), chromedp.WaitVisible("#say"))
	b.say("start")
	playAndWatch(b, moves...)
	return value[string](b, "document.querySelector('a.button[target]').href")
}

// board returns the contents of all squares, without the marks of legal moves.
func (b browser) board() string {
	b.t.Helper()
	return value[string](b, "[...document.querySelectorAll('.board button')].map(b => b.className.replace('leg', 'emp')).join(' ')")
}

// A page follows its game: the opponent's move arrives by itself, and the board is always that of the chat.
func TestWatch(t *testing.T) {
	ana := open(t)
	page := playLine(ana, serve(t), line[:5]...)
	w := ana.another()
	w.do(size(1280, 800), chromedp.Navigate(page), chromedp.WaitVisible(".board"))
	if got, want := w.board(), ana.board(); got != want {
		t.Errorf("the page shows\n%s\nand the chat\n%s", got, want)
	}
	for _, square := range line[5:] {
		playAndWatch(ana, square)
		w.until(`document.querySelector('.board [data-key="` + square + `"]').className.match(/^(bk|wh)l/)`)
		if got, want := w.board(), ana.board(); got != want {
			t.Errorf("after %s the page shows\n%s\nand the chat\n%s", square, got, want)
		}
	}
}

// Buttons, keys, the list and the player lead to each position. Without script, links do.
func TestStepThroughGame(t *testing.T) {
	ana := open(t)
	page := playLine(ana, serve(t), line...)
	w := ana.another()
	at := func(ply int) {
		t.Helper()
		current := "(document.querySelector('[aria-current]')?.textContent || '')"
		want := ""
		if ply > 0 {
			want = line[ply-1]
		}
		w.until(current + " === '" + want + "'")
		if discs := value[int](w, "document.querySelectorAll('.board :is(.blk,.wht,.bkl,.whl,.bkf,.whf)').length"); discs != 4+ply {
			t.Errorf("after move %d there are %d discs", ply, discs)
		}
	}
	way := func(sign string) chromedp.Action { return chromedp.Click(`.steps [data-key="` + sign + `"]`) }
	w.do(size(320, 568), chromedp.Navigate(page), chromedp.WaitVisible(".board"))
	at(9)
	w.do(way("back"))
	at(8)
	w.do(chromedp.KeyEvent(kb.ArrowLeft))
	at(7)
	w.do(way("first"))
	at(0)
	w.do(chromedp.KeyEvent(kb.ArrowRight))
	at(1)
	w.do(chromedp.Click(".moves li:nth-child(4) a"))
	at(4)
	if value[string](w, "location.search") != "?ply=4" {
		t.Error("the address does not lead to the position")
	}
	w.do(chromedp.Click("#play"))
	at(9)
	w.until("document.getElementById('play').ariaPressed === 'false'")
	w.do(way("first"))
	at(0)
	w.do(way("last"))
	at(9)

	w.do(emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(page+"?ply=2"), chromedp.WaitVisible(".board"))
	for ply := 2; ply < 9; ply++ {
		at(ply)
		w.do(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := chromedp.RunResponse(ctx, way("on"))
			return err
		}))
	}
	at(9)
	w.shoot("watch-without-script")
}

// The page of a game fits every window in each theme, and axe-core finds no accessibility problems.
func TestLookOfGame(t *testing.T) {
	ana := open(t)
	page := playLine(ana, serve(t), line...)
	w := ana.another()
	for _, scheme := range []string{"light", "dark", "contrast"} {
		for name, wide := range map[string][2]int64{"wide": {1280, 800}, "phone": {390, 844}, "small": {320, 568}, "low": {844, 390}} {
			w.do(size(wide[0], wide[1]), prefer(scheme), chromedp.Navigate(page+"?ply=8"), chromedp.WaitVisible(".board"))
			w.shoot("game-" + scheme + "-" + name)
			if over := value[int](w, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, %s: the page is %d pixels wider than the window", scheme, name, over)
			}
			if below := value[float64](w, "document.querySelector('.table').getBoundingClientRect().bottom - innerHeight"); below > 0 {
				t.Errorf("%s, %s: %s pixels of the board are below the window", scheme, name, strconv.FormatFloat(below, 'f', 0, 64))
			}
			w.judge(scheme + ", " + name)
		}
	}
}

// The page of a finished game shows its review: a curve, marks at moves, and reasons with a better move.
func TestReviewOnPage(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), prefer("still"), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	page := value[string](b, "document.querySelector('a.button[target]').href")
	playOut(b, rematch, func() {}, func(square string) {
		b.do(chromedp.Click(`.board [name=control][data-key="`+square+`"]`, chromedp.NodeVisible))
		b.played(square)
	})
	w := b.another()
	w.do(size(1280, 800), chromedp.Navigate(page), chromedp.WaitVisible(".board"))
	w.until("document.querySelector('.curve') || location.reload()")
	w.shoot("review-wide")
	w.do(chromedp.Click(".moves a:has(b)"))
	w.until("document.querySelector('[aria-current] b')")
	w.judge("a review")
	w.do(prefer("dark"))
	w.shoot("review-moment")
	w.do(size(390, 844))
	w.shoot("review-phone")
}
