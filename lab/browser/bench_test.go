package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// BenchmarkPage measures what users wait for: from the request to the first paint, and from a press on
// a square to the disc on it. Browser and server share this machine.
func BenchmarkPage(b *testing.B) {
	address := serve(b)
	window := open(b)
	window.do(size(1000, 900), chromedp.Navigate(address), chromedp.WaitVisible(".board"))
	paint, flip := 0.0, 0.0
	for b.Loop() {
		window.do(chromedp.Reload(), chromedp.WaitVisible(".board"))
		window.until("performance.getEntriesByName('first-contentful-paint').length")
		paint += value[float64](window, "performance.getEntriesByName('first-contentful-paint')[0].startTime")
		var took float64
		window.do(chromedp.Evaluate(`new Promise(done => {
			const square = document.querySelector('.board [name=control]')
			if (!square) return done(0)
			const key = square.dataset.key, from = performance.now()
			const watch = new MutationObserver(() => {
				if (!document.querySelector('.board [name=control][data-key="' + key + '"]')) { watch.disconnect(); done(performance.now() - from) }
			})
			watch.observe(document.getElementById('log'), {childList: true})
			square.click()
		})`, &took, awaited))
		flip += took
		window.say("stop")
		window.say("start")
		window.until("document.querySelector('.board [name=control][data-key=\"d3\"]')")
	}
	b.ReportMetric(paint/float64(b.N), "ms-to-paint")
	b.ReportMetric(flip/float64(b.N), "ms-to-flip")
	b.ReportMetric(value[float64](window, "performance.getEntriesByType('navigation')[0].transferSize + performance.getEntriesByType('resource').reduce((n, r) => n + r.transferSize, 0)"), "B-over-the-wire")
}
