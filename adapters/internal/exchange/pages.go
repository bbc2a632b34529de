package exchange

import (
	"context"
	"log/slog"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
)

const (
	pageAfter = 400 * time.Millisecond // from a change to the page that leads to its board
	pageRests = 5 * time.Second        // the shortest time between two versions of a page
	pageLasts = 24 * time.Hour         // the time for which a page that its owner opened is kept up to date
)

// Pages are the private messages that list a person's games. They hold a page for each person
// who opened theirs in the last day, with a P of the adapter. The zero value is empty. Its
// methods may be called concurrently.
type Pages[P any] struct {
	known recent.Map[chat.UserID, page[P]]
}

type page[P any] struct {
	at    P
	asked time.Time // when its owner opened it last
	there bool      // it was written since, or is about to be
	next  time.Time // when it may be written again
}

// Change replaces the P of a person, who need not have a page.
func (p *Pages[P]) Change(who chat.UserID, to func(P) P) {
	p.known.Change(who, func(is page[P], _ bool) (page[P], bool) {
		is.at = to(is.at)
		return is, true
	})
}

// Open notes that a person has asked for their page, and whether the page was written already.
func (p *Pages[P]) Open(who chat.UserID, at P, written bool) {
	p.known.Change(who, func(is page[P], _ bool) (page[P], bool) {
		is = page[P]{at: at, asked: time.Now(), there: written, next: is.next}
		if written {
			is.next = is.asked.Add(pageRests)
		}
		return is, true
	})
}

// Forget forgets a person's page.
func (p *Pages[P]) Forget(who chat.UserID) { p.known.Forget(who) }

// ForgetTeam forgets the pages of all people of a team.
func (p *Pages[P]) ForgetTeam(team string) {
	p.known.ForgetAll(func(who chat.UserID) bool { return who.Team == team })
}

// Refresh writes the open pages of players again, each in a lane of its own, and after a while
// unless its owner waits for it.
func (p *Pages[P]) Refresh(o *Outbox, players []chat.UserID, write func(context.Context, chat.UserID, P)) {
	for _, who := range players {
		wait, due := p.due(who)
		if !due {
			continue
		}
		o.After(wait, chat.Place{Platform: who.Platform, Team: who.Team, Channel: who.ID}, func(ctx context.Context) {
			if is, known := p.known.Get(who); known {
				write(ctx, who, is.at)
			}
		})
	}
}

// due returns the wait before a page is written again, and false if the page was not opened
// for a day or is about to be written.
func (p *Pages[P]) due(who chat.UserID) (wait time.Duration, due bool) {
	now := time.Now()
	p.known.Change(who, func(is page[P], known bool) (page[P], bool) {
		known = known && now.Sub(is.asked) < pageLasts
		if wait = max(is.next.Sub(now), 0); is.there {
			wait = max(wait, pageAfter)
		}
		if due = known && wait <= pageRests; due {
			is.there, is.next = true, now.Add(wait+pageRests)
		}
		return is, known
	})
	return wait, due
}

// Games asks the handler for the list of a person's games, and returns false if there is none.
func Games(ctx context.Context, log *slog.Logger, h chat.Handler, who chat.UserID, locale string) (m chat.Message, ok bool) {
	r, ok := Ask(ctx, log, func() (chat.Response, error) {
		return h.Handle(ctx, chat.Action{
			User: who, Place: chat.Place{Platform: who.Platform, Team: who.Team},
			Origin: chat.OriginPlatform, Verb: chat.VerbHome, Locale: locale,
		})
	})
	if !ok || len(r.Effects) == 0 {
		return chat.Message{}, false
	}
	return r.Effects[0].Message, true
}
