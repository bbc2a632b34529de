package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"othellobot/adapters/discord"
	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/signed"
	"othellobot/internal/app/web"
	"othellobot/words"
)

func (p program) runPage(ctx context.Context) error {
	var script *page.Script
	if file := p.flags.play; file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return &usageError{fmt.Errorf("-play: %w", err)}
		}
		script = page.NewScript(filepath.Base(file), string(text))
	}
	db, err := p.openStore(ctx)
	if err != nil {
		return err
	}
	looks, limits := pageLooks(script != nil)
	var games *page.Games
	if script == nil {
		key := signed.NewKey([]byte(rand.Text()))
		games = page.NewGames(page.GamesConfig{
			Seal: key.Seal, Open: key.Open, Sign: key.Sign, Says: PageSentences(p.words), Name: func(u chat.UserID) string { return u.ID },
			Stored: versionsIn(db), Log: p.log,
		})
	}
	settings := local.Config{Commands: bot.Commands(p.words), Out: io.Discard, Terminal: script == nil}
	return p.runChannel(ctx, db, limits, settings, games, func(ctx context.Context, adapter *local.Adapter) error {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", p.flags.web)
		if err != nil {
			return fmt.Errorf("-web: %w", err)
		}
		_, port, _ := net.SplitHostPort(listener.Addr().String()) // the address of a TCP listener has a port
		token := rand.Text()
		fmt.Fprintf(p.stdout, "Open http://%s/?token=%s in a browser. Ctrl-C ends it.\n", listener.Addr(), token)
		tasks := []task{func(ctx context.Context) error {
			return web.Serve(ctx, listener, page.New(page.Config{
				Adapter: adapter, Token: token, Port: port, Looks: looks, Languages: pageLanguages(p.words),
				Opening: []string{"board", "start"}, Play: script, Games: games, Done: ctx.Done(), Says: PageSentences(p.words),
			}), p.log)
		}}
		if games != nil {
			tasks = append(tasks, games.Run)
		}
		return runTogether(ctx, tasks...)
	})
}

// pageLooks returns the platforms that the page can imitate, and their limits. With a script, there is one plain look.
func pageLooks(script bool) (looks []page.Look, limits map[string]chat.Limits) {
	if script {
		plain := local.Limits(false, "")
		plain.Pictures = true
		return []page.Look{{Name: "Othello", Platform: local.Platform}}, map[string]chat.Limits{local.Platform: plain}
	}
	limits = make(map[string]chat.Limits)
	looks = []page.Look{{Name: "Discord", Platform: local.Platform}, {Name: "Slack", Platform: local.Platform + "-2"}}
	for i, l := range []chat.Limits{discord.Limits(), slack.Limits()} {
		l.Pictures, l.Forms = true, true
		l.Threads, l.SharedThreads, l.Direct, l.MustAnswer = false, false, false, false // a page supports none of these
		limits[looks[i].Platform] = l
	}
	return looks, limits
}

func pageLanguages(c *words.Catalog) []page.Language {
	var list []page.Language
	for _, tag := range c.Tags() {
		l, _ := c.Named(tag) // Tags lists only existing languages
		list = append(list, page.Language{Tag: tag, Name: l.Name()})
	}
	return list
}
