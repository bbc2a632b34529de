package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// flips lists the discs of an edited board that turned, with times in milliseconds.
type flips []struct {
	Square          string
	Delay, Duration float64
}

// playAndWatch plays moves from the start, and returns how the discs turned at the last one.
func playAndWatch(b browser, moves ...string) (seen flips) {
	b.t.Helper()
	for _, square := range moves {
		b.until(`document.querySelector('.board [name=control][data-key="` + square + `"]')`)
		b.do(chromedp.Evaluate(`{
			window.seen = []
			const animate = Element.prototype.animate.original || Element.prototype.animate
			Element.prototype.animate = function (frames, options) {
				window.seen.push({Square: this.dataset.key, Delay: options.delay || 0, Duration: options.duration})
				return animate.call(this, frames, options)
			}
			Element.prototype.animate.original = animate
		}`, nil), chromedp.Click(`.board [data-key="`+square+`"]`))
		b.until(`document.querySelector('.board [data-key="` + square + `"]').className.match(/^(bk|wh)l/)`)
	}
	return value[flips](b, "window.seen")
}

// Discs flip in the order of their distance from the move, and all have flipped after 300 milliseconds.
func TestMotion(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), chromedp.Navigate(serve(t)+"&in=den&as=ana"), chromedp.WaitVisible("#say"))
	b.say("start")
	seen := playAndWatch(b, "c4", "c3", "c2", "b4", "a4") // a4 flips b4, c4 and d4
	at := make(map[string]float64)
	for _, f := range seen {
		at[f.Square] = f.Delay
		if f.Delay+f.Duration > 300 {
			t.Errorf("%s has not flipped after 300 ms: %+v", f.Square, f)
		}
	}
	if len(at) != 4 || at["a4"] != 0 || at["b4"] != 0 || at["c4"] <= 0 || at["d4"] <= at["c4"] {
		t.Errorf("the discs flip in this order: %+v", seen)
	}
}

// Nothing moves for users who do not want that.
func TestStillness(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), prefer("still"), chromedp.Navigate(serve(t)+"&in=den&as=ana"), chromedp.WaitVisible("#say"))
	b.say("start")
	if seen := playAndWatch(b, "f5", "f6"); len(seen) > 0 {
		t.Errorf("the discs move: %+v", seen)
	}
	b.say("history replay")
	b.until("document.querySelector('picture img')?.complete")
	if shown := value[string](b, "document.querySelector('picture img').currentSrc"); shown == "" || value[string](b, "document.querySelector('picture img').src") == shown {
		t.Errorf("the replay is shown by %q", shown)
	}
}
