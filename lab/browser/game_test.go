package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// watch plays moves in a channel and returns the URL of the page of that game.
func watch(b browser, address string, moves ...string) string {
	b.t.Helper()
	b.do(size(1000, 900), chromedp.Navigate(address+"&in=den&as=ana"), chromedp.WaitVisible("#say"))
	b.say("start")
	playAndWatch(b, moves...)
	return value[string](b, "document.querySelector('a.button[target]').href")
}

func TestWatch(t *testing.T) {
	b := open(t)
	page := watch(b, serve(t), "f5", "f6", "e6", "f4", "g5", "d6", "f3", "g6", "c7")
	w := b.another()
	w.do(size(1280, 800), chromedp.Navigate(page), chromedp.WaitVisible(".board"))
	w.shoot("watch-wide")
	w.do(size(320, 568))
	w.shoot("watch-320")
	w.do(size(390, 844), prefer("dark"))
	w.shoot("watch-phone-dark")
	w.do(size(1280, 800), prefer("contrast"))
	w.shoot("watch-contrast")
}
