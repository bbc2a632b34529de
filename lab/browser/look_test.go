package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// say types a line and sends it.
func (b browser) say(line string) {
	b.t.Helper()
	b.do(chromedp.SendKeys("#say", line+kb.Enter))
}

// In each theme, in a wide window and on a phone, everything fits the window. If OTHELLO_AXE names
// the file of axe-core, axe-core must find no accessibility problems.
func TestLook(t *testing.T) {
	b := open(t)
	b.do(size(1000, 900), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	b.shoot("first")
	b.do(chromedp.Click(`[data-key="d3"]`))
	b.until(`!document.querySelector('[name=control][data-key="d3"]') && document.querySelector('.board [name=control]')`)
	for i, line := range []string{"check d1", "settings", "help", "history", "load", "puzzle", "stats", "hint", "board text"} {
		b.say(line)
		b.until(fmt.Sprintf("document.querySelectorAll('.only').length > %d", i))
	}
	b.do(chromedp.Click("summary"))
	for _, scheme := range []string{"light", "dark", "contrast"} {
		for name, wide := range map[string][2]int64{"wide": {1000, 900}, "phone": {320, 568}} {
			b.do(size(wide[0], wide[1]), prefer(scheme), chromedp.Evaluate("document.querySelector('main').scrollTop = 99999", nil))
			b.shoot(scheme + "-" + name)
			if over := value[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, %s: the page is %d pixels wider than the window", scheme, name, over)
			}
			b.judge(scheme + ", " + name)
		}
	}
}

// What the bot answers to a person is never behind the input, even if it is an image that loads later.
func TestAnswersAreSeen(t *testing.T) {
	b := open(t)
	b.do(size(320, 568), chromedp.Navigate(serve(t)), chromedp.WaitVisible(".board"))
	b.shoot("phone")
	seen := func(what, last string) {
		t.Helper()
		b.until(last)
		b.until(`(() => {
			const all = document.querySelectorAll('article'), of = all[all.length - 1].getBoundingClientRect()
			return of.bottom <= document.querySelector('footer').getBoundingClientRect().top + 1 && of.bottom > document.querySelector('header').getBoundingClientRect().bottom
		})()`)
		b.shoot(what)
	}
	b.do(chromedp.Evaluate("document.querySelector('main').scrollTop = 0", nil), chromedp.Click(`.board [data-key="a1"]`))
	seen("wrong-square", "document.querySelector('.only')")
	b.do(size(320, 900))
	b.say("review " + played)
	seen("review", "document.querySelector('picture img')?.complete")
}

// judge has axe-core look for accessibility problems, if OTHELLO_AXE names its file.
func (b browser) judge(where string) {
	b.t.Helper()
	file := os.Getenv("OTHELLO_AXE")
	if file == "" {
		return
	}
	source, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate(string(source), nil))
	var found []struct{ ID, Help, Nodes string }
	var text string
	b.do(chromedp.Evaluate(`axe.run().then(r => JSON.stringify(r.violations.map(v =>
		({ID: v.id, Help: v.help, Nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + ' ' + n.failureSummary).join('; ')}))))`, &text, awaited))
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		b.t.Fatal(err)
	}
	for _, v := range found {
		b.t.Errorf("%s: axe-core finds %s (%s): %s", where, v.ID, v.Help, v.Nodes)
	}
}

type said struct {
	Value any `json:"value"`
}

// Screen readers read the board in the bot's own words: in the chat, and on the page of a watcher and of a player.
func TestBoardIsHeard(t *testing.T) {
	b := open(t)
	b.do(size(1000, 800), chromedp.Navigate(serve(t)+"&in=den&as=ana"), chromedp.WaitVisible("#say"))
	b.say("start bot")
	playAndWatch(b, "d3")
	b.until("document.querySelector('.board [name=control]')")
	watch := value[string](b, "document.querySelector('a.button[target]').href")
	b.do(chromedp.Evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'Play on a page').click()", nil))
	b.until("document.querySelector('.only a.button')")
	seat := value[string](b, "document.querySelector('.only a.button').href")
	heard := []map[string][]string{b.heard()}
	for _, address := range []string{watch, seat} {
		w := b.another()
		w.do(chromedp.Navigate(address), chromedp.WaitVisible(".board"))
		heard = append(heard, w.heard())
	}
	b.say("board words")
	b.until("[...document.querySelectorAll('.only')].some(m => m.textContent.includes('Black: '))")
	words := strings.ReplaceAll(value[string](b, "[...document.querySelectorAll('.only .text')].at(-1).textContent"), " and ", ", ")
	for i, told := range heard {
		for _, want := range []string{"Black: " + strings.Join(told["Black"], ", "), "White: " + strings.Join(told["White"], ", "), strings.Join(told["can be played"], ", ")} {
			if !strings.Contains(strings.ReplaceAll(words, " or ", ", "), want) || len(told["can be played"]) > 0 == (i == 1) {
				t.Errorf("board %d is heard as %v, and told as %q", i, told, words)
			}
		}
	}
}

// heard returns the squares of the board by what screen readers say of them.
func (b browser) heard() map[string][]string {
	b.t.Helper()
	var nodes []*cdp.Node
	b.do(chromedp.Nodes("table", &nodes))
	var tree struct { // the tested part of the accessibility tree; other parts differ between versions of Chromium
		Nodes []struct {
			Ignored bool `json:"ignored"`
			Role    said `json:"role"`
			Name    said `json:"name"`
		} `json:"nodes"`
	}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandQueryAXTree, accessibility.QueryAXTree().WithBackendNodeID(nodes[0].BackendNodeID), &tree)
	}))
	told, roles := map[string][]string{}, map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		role, name := fmt.Sprint(n.Role.Value), fmt.Sprint(n.Name.Value)
		roles[role]++
		if square, holds, ok := strings.Cut(name, " "); role == "button" && ok {
			told[holds] = append(told[holds], square)
		}
	}
	if roles["button"] != 64 || roles["columnheader"] != 8 || roles["rowheader"] != 8 {
		b.t.Errorf("the board has %v", roles)
	}
	return told
}
