package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Four people vote in four windows, and each sees the result.
func TestVote(t *testing.T) {
	address := serve(t)
	first := open(t)
	windows := []browser{first, first.another(), first.another(), first.another()}
	for i, b := range windows {
		b.do(size(500, 900), chromedp.Navigate(fmt.Sprintf("%s&in=vote&as=p%d", address, i)), chromedp.WaitVisible("#say"))
	}
	first.say("start vote")
	for _, b := range windows {
		b.until(`document.querySelector('.board [name=control][data-key="d3"]')`)
		b.do(chromedp.Click(`.board [name=control][data-key="d3"]`))
		b.until("document.querySelector('.only')")
	}
	first.do(chromedp.Click("summary"))
	first.do(chromedp.Evaluate(`{const s = document.querySelector('select[name="say"]'); s.value = '(wait 1h)'; s.form.requestSubmit()}`, nil))
	for _, b := range windows {
		b.until(`document.querySelector('.board [data-key="d3"]:not([name=control])')`)
	}
}

// played is a whole game.
const played = "f5f6e6f4g5d6f3g6c7h5e3d3c4c6c3c8c5g3g4f2e2h4f1d1d2c1e1g1d7b6b5a5e7f8f7b3h3h2b2c2a6a7a4e8a8b4d8b8b7a1h7g7h8g8h6h1g2a3a2b1"

// A puzzle, a review with pictures, settings and help fit a phone's window in German and in Japanese,
// with both platforms' limits.
func TestLanguages(t *testing.T) {
	address := serve(t)
	b := open(t)
	for _, tag := range []string{"de", "ja"} {
		for _, on := range []string{"local", "local-2"} {
			b.do(size(320, 568), chromedp.Navigate(address+"&as=ana&in="+tag+"&lang="+tag+"&on="+on), chromedp.WaitVisible("#say"))
			for i, line := range []string{"start", "puzzle", "settings language:" + tag, "settings", "help", "review " + played} {
				b.say(line)
				b.until(fmt.Sprintf("document.querySelectorAll('.bot').length > %d", i))
			}
			b.until("document.querySelector('picture img')?.complete")
			if over := value[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, %s: the page is %d pixels wider than the window", tag, on, over)
			}
			if said := value[int](b, "document.querySelectorAll('.said').length"); said != 6 {
				t.Errorf("%s, %s: 6 lines were said, and %d arrived", tag, on, said)
			}
			if got := value[string](b, "document.documentElement.lang"); got != tag {
				t.Errorf("the page is in %s, want %s", got, tag)
			}
			b.do(size(700, 3000))
			b.shoot(tag + "-" + on)
		}
	}
}
