package bot

import (
	"context"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

var pingWords = map[game.Pings]string{game.PingLate: "late", game.PingNow: "now", game.PingOff: "off"}

func pingsNamed(typed string) (game.Pings, bool) {
	for pings, word := range pingWords {
		if strings.EqualFold(typed, word) {
			return pings, true
		}
	}
	return 0, false
}

// ratedWord returns "off" if games are friendly only, else "on".
func ratedWord(friendly bool) string {
	if friendly {
		return "off"
	}
	return "on"
}

// nameOf returns a language's own name.
func (b *Bot) nameOf(tag string) string {
	l, _ := b.Words.Named(tag)
	return l.String(words.LanguageName{})
}

// configure applies a proposal with new settings. In a direct message, the language of the place
// also becomes the actor's own.
func (b *Bot) configure(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	if r.Direct && p.Settings.Language != r.Settings.Language {
		var err error
		if r, err = b.keep(ctx, r, func(c *people.Choices) { c.Language = p.Settings.Language }); err != nil {
			return r, game.Outcome{}, err
		}
	}
	return b.setHere(ctx, r, p)
}

func (b *Bot) setHere(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	r, out, err := b.do(ctx, r, p)
	if err != nil {
		return r, out, err
	}
	set := *r
	set.Settings = *p.Settings
	b.speakIn(&set, set.Settings)
	return &set, out, nil
}

// answerIn sets the language of the actor's answers in all places. An empty language means that of
// the actor's app. In a direct message it also becomes the language of the place.
func (b *Bot) answerIn(ctx context.Context, r *request, language string) (*request, error) {
	r, err := b.keep(ctx, r, func(c *people.Choices) { c.Language = language })
	if err != nil {
		return r, err
	}
	settings := r.Settings
	settings.Language = r.Own.Tag()
	if !r.Direct || settings == r.Settings {
		return r, nil
	}
	r, _, err = b.setHere(ctx, r, game.Proposal{Settings: &settings})
	return r, err
}

// redrawnBoard redraws the board of the running game with the new settings.
func (r *request) redrawnBoard() []chat.Effect {
	g, err := r.active()
	if err != nil {
		return nil
	}
	return r.correct(g.ID, game.BoardSlot)
}
