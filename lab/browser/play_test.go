package browser

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// awaited makes an evaluation wait for its promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// rematch reports whether the chat offers another game, because the last one has ended.
const rematch = "[...document.querySelectorAll('button')].some(b => b.textContent === 'Rematch')"

// playOut plays the page's game until a JavaScript condition holds. The function play plays one square.
func playOut(b browser, ended string, wait func(), play func(square string)) {
	b.t.Helper()
	next := "(" + ended + `) ? 'over' : document.querySelector('.board [name=control]')?.dataset.key || ''`
	for range 10_000 {
		switch square := value[string](b, next); square {
		case "over":
			return
		case "":
			wait()
			time.Sleep(5 * time.Millisecond)
		default:
			play(square)
		}
	}
	b.t.Fatal("the game does not end")
}

// played waits until a square that was played is no longer legal.
func (b browser) played(square string) {
	b.t.Helper()
	b.until(`!document.querySelector('.board [name=control][data-key="` + square + `"]')`)
}

// tap plays a square by touch.
func (b browser) tap(square string) {
	b.t.Helper()
	at := value[[]float64](b, `(() => {
		const square = document.querySelector('.board [name=control][data-key="`+square+`"]')
		if (!square) return [0, 0]
		square.scrollIntoView({block: 'center'})
		const r = square.getBoundingClientRect()
		return [r.x + r.width / 2, r.y + r.height / 2]
	})()`)
	b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	b.played(square)
}

// enter plays a square by keys. The focus must be on the board.
func (b browser) enter(square string) {
	b.t.Helper()
	at := value[string](b, "document.activeElement.dataset.key || ''")
	if len(at) != 2 {
		b.t.Fatalf("the focus is not on the board: %s", value[string](b, "document.activeElement.outerHTML"))
	}
	b.do(chromedp.KeyEvent(steps(at[0], square[0], kb.ArrowLeft, kb.ArrowRight) + steps(at[1], square[1], kb.ArrowUp, kb.ArrowDown) + kb.Enter))
	b.played(square)
}

// tabToBoard presses the tab key until the focus is on the board.
func (b browser) tabToBoard() {
	b.t.Helper()
	for range 30 {
		if value[bool](b, "!!document.activeElement.closest('.board')") {
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab))
	}
}

// reloading plays a square by a press that loads the page again.
func (b browser) reloading(square string) {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := chromedp.RunResponse(ctx, chromedp.Click(`.board [name=control][data-key="`+square+`"]`, chromedp.NodeVisible))
		return err
	}))
}

// TestByTouch plays a whole game on a phone by touch.
func TestByTouch(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), emulation.SetTouchEmulationEnabled(true), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	playOut(b, rematch, func() {}, b.tap)
}

// TestByPointer plays a whole game by pointer.
func TestByPointer(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	playOut(b, rematch, func() {}, func(square string) {
		b.do(chromedp.Click(`.board [name=control][data-key="`+square+`"]`, chromedp.NodeVisible))
		b.played(square)
	})
	b.shoot("end")
	heard := value[string](b, "document.getElementById('live').textContent")
	if !strings.Contains(heard, " wins, ") && !strings.Contains(heard, "A draw, ") {
		t.Errorf("at the end a screen reader reads %q", heard)
	}
}

// TestByKeyboard plays a whole game by keyboard alone. Tab leads to the board, arrows move on it, and the
// focus stays on a square after a move.
func TestByKeyboard(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	b.tabToBoard()
	playOut(b, rematch, func() {}, b.enter)
}

// steps returns the keys that lead from one coordinate to another.
func steps(from, to byte, back, on string) string {
	if to < from {
		return strings.Repeat(back, int(from-to))
	}
	return strings.Repeat(on, int(to-from))
}

// TestWithoutScript plays a whole game without scripts. Each press loads the page again, and a user who waits
// reloads it.
func TestWithoutScript(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	playOut(b, rematch, func() { b.do(chromedp.Reload()) }, b.reloading)
	b.shoot("without-script")
}

// Two people play each other in two windows. Each window updates by itself.
func TestTwoWindows(t *testing.T) {
	address := serve(t)
	ana := open(t)
	bo := ana.another()
	ana.do(size(700, 1110), chromedp.Navigate(address+"&as=ana&in=den"), chromedp.WaitVisible("#say"))
	bo.do(size(700, 900), chromedp.Navigate(address+"&as=bo&in=den"), chromedp.WaitVisible("#say"))
	ana.say("start @bo black")
	const accept = `[...document.querySelectorAll('button')].find(b => b.textContent === 'Accept · friendly')`
	bo.until(accept)
	bo.do(chromedp.Evaluate(accept+".click()", nil))
	ana.until(`document.querySelector('.board [name=control][data-key="d3"]')`)
	ana.do(chromedp.Click(`.board [name=control][data-key="d3"]`))
	bo.until(`document.querySelector('.board [name=control][data-key="c5"]')`)
	bo.do(chromedp.Click(`.board [data-key="a1"]`), chromedp.Click(`.board [name=control][data-key="c5"]`))
	ana.until(`document.querySelector('.board [data-key="c5"][class^="wh"]')`)
	ana.say("check f5")
	ana.until("document.querySelector('.only')")
	ana.do(chromedp.Evaluate("document.activeElement.blur()", nil))
	ana.shoot("duel")
	ana.say("<img src=x onerror=alert(1)>")
	ana.until("[...document.querySelectorAll('.said')].some(m => m.textContent.includes('<img'))")
	if value[bool](bo, "document.body.textContent.includes('<img')") {
		t.Error("bo sees what ana says to the bot")
	}
}

// Completions appear while the user types.
func TestCompletions(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"), chromedp.SendKeys("#say", "move f"))
	b.until(`[...document.querySelectorAll('#choices option')].some(o => o.value === 'move f5')`)
}

// A transcript is shown line by line.
func TestSteps(t *testing.T) {
	b := open(t)
	b.do(size(700, 900), chromedp.Navigate(serve(t, "-play", "../../bot/testdata/duel.chat")), chromedp.WaitVisible("footer button"))
	for i := range 4 {
		b.do(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := chromedp.RunResponse(ctx, chromedp.Click("footer button"))
			return err
		}))
		if messages := value[int](b, "document.querySelectorAll('article').length"); messages <= i {
			t.Errorf("after %d steps there are %d messages", i+1, messages)
		}
	}
	b.shoot("steps")
}
