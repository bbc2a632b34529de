package exchange

import (
	"context"
	"log/slog"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
)

const (
	pageDelay    = 400 * time.Millisecond // the shortest time from a change to the rewrite of a written page
	pageInterval = 5 * time.Second        // the shortest time between two versions of a page
	pageLifetime = 24 * time.Hour         // a page stays up to date for this long after its owner opened it
)

// Pages tracks the private pages that list each user's games, with a value of the adapter's type P
// for each. The zero value is empty. It is safe for concurrent use.
type Pages[P any] struct {
	known recent.Map[chat.UserID, page[P]]
}

type page[P any] struct {
	at      P
	opened  time.Time // when the owner last opened it
	written bool      // the page was written since opened, or its rewrite is planned
	next    time.Time // the earliest time of the next write
}

// Change replaces a user's value by the result of to. The user need not have a page.
func (p *Pages[P]) Change(who chat.UserID, to func(P) P) {
	p.known.Change(who, func(is page[P], _ bool) (page[P], bool) {
		is.at = to(is.at)
		return is, true
	})
}

// Open records that a user has opened their page, and whether the adapter has already written it.
func (p *Pages[P]) Open(who chat.UserID, at P, written bool) {
	p.known.Change(who, func(is page[P], _ bool) (page[P], bool) {
		is = page[P]{at: at, opened: time.Now(), written: written, next: is.next}
		if written {
			is.next = is.opened.Add(pageInterval)
		}
		return is, true
	})
}

// Forget removes the page of a user.
func (p *Pages[P]) Forget(who chat.UserID) { p.known.Forget(who) }

// ForgetTeam removes the pages of all users of a team.
func (p *Pages[P]) ForgetTeam(team string) {
	p.known.ForgetAll(func(who chat.UserID) bool { return who.Team == team })
}

// Refresh calls write, in the lane of each player, for the pages opened within pageLifetime. It
// delays a page that was just written, and skips a page whose rewrite is already planned.
func (p *Pages[P]) Refresh(o *Outbox, players []chat.UserID, write func(context.Context, chat.UserID, P)) {
	for _, who := range players {
		wait, due := time.Duration(0), false
		p.known.Change(who, func(is page[P], known bool) (page[P], bool) {
			now := time.Now()
			known = known && now.Sub(is.opened) < pageLifetime
			if wait = max(is.next.Sub(now), 0); is.written {
				wait = max(wait, pageDelay)
			}
			if due = known && wait <= pageInterval; due { // otherwise a rewrite is already planned
				is.written, is.next = true, now.Add(wait+pageInterval)
			}
			return is, known
		})
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

// Games asks the handler for the list of a user's games. It returns false if the handler returns none.
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
