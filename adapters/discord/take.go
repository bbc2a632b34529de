package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

func (a *Adapter) fromGateway(raw []byte) {
	received := time.Now()
	var in interaction
	if err := json.Unmarshal(raw, &in); err != nil || !snowflake(in.ID) || in.Type == discordgo.InteractionPing {
		a.log.Warn("an interaction that cannot be read")
		return
	}
	x := a.newResponder(in, received)
	x.awaited = awaitedSince(in.ID, received)
	x.respond = func(ctx context.Context, c callback) (string, error) {
		ctx, cancel := context.WithDeadline(ctx, x.awaited.Add(answerWithin))
		defer cancel()
		return a.api.respond(ctx, in.ID, in.Token, c)
	}
	a.intake.Do(x.run)
}

// maxAge leaves time for one attempt at the answer, even if the computer's clock is ahead.
const maxAge = answerWithin - time.Second

// awaitedSince returns when the interaction was made, by the time in its id: after a resume, Discord
// sends missed interactions late. It returns received if that time cannot be right, and never a time
// more than maxAge earlier.
func awaitedSince(id string, received time.Time) time.Time {
	made, err := discordgo.SnowflakeTimestamp(id)
	if age := received.Sub(made); err == nil && age > 0 && age < answerWithin {
		return received.Add(-min(age, maxAge))
	}
	return received
}

// ServeHTTP accepts an interaction if its signature is valid, and answers it in the response:
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint. Other work for
// the interaction goes on after ServeHTTP returns.
func (a *Adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	received := time.Now()
	body, ok := a.verifier.Read(w, r)
	if !ok {
		return
	}
	var in interaction
	if err := json.Unmarshal(body, &in); err != nil {
		exchange.Refuse(w, http.StatusBadRequest)
		return
	}
	if in.Type == discordgo.InteractionPing {
		_ = exchange.WriteJSON(w, []byte(`{"type":1}`))
		return
	}
	x := a.newResponder(in, received)
	x.byHTTP = true
	exchange.Serve(w, r, func(respond func(context.Context, []byte) error) bool {
		x.respond = func(ctx context.Context, c callback) (string, error) {
			return "", respond(ctx, encode(c))
		}
		return a.intake.Do(x.run)
	})
}

func newVerifier(key ed25519.PublicKey, now func() time.Time) exchange.Verifier {
	return exchange.Verifier{
		Stamp: "X-Signature-Timestamp", Signature: "X-Signature-Ed25519", Size: ed25519.SignatureSize, Now: now,
		Valid: func(stamp string, body, signature []byte) bool {
			return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, slices.Concat([]byte(stamp), body), signature)
		},
	}
}

// newResponder also records the user's name and what the bot may do in the channel.
func (a *Adapter) newResponder(in interaction, received time.Time) *responder {
	if in.Type == discordgo.InteractionModalSubmit {
		in.Message = nil // a submitted form is answered like a command, even if a control opened it
	}
	x := &responder{Adapter: a, in: in, received: received, awaited: received, place: in.place()}
	if who := in.person(); who != nil {
		a.encoder.names.Put(who.ID, who.name())
	}
	x.grant = grant{application: in.ApplicationID, token: in.Token, until: received.Add(tokenLife), member: in.isMember()}
	a.access.change(in.ChannelID, func(s *channelAccess) {
		s.notMember = !x.grant.member
		if !s.notMember && in.mayAny(discordgo.PermissionViewChannel) {
			s.invisible = false
			if in.mayAny(discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads) {
				s.shutUntil = time.Time{}
			}
		}
	})
	if !x.grant.member {
		x.grant.left = new(atomic.Int32)
		x.grant.left.Store(maxUserFollowUps)
	}
	return x
}

func (x *responder) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if value := recover(); value != nil {
			x.log.ErrorContext(ctx, "recovered from a panic in an exchange", survived.Panic(value))
			if x.state == unanswered {
				x.whisper(ctx, chat.Message{Text: x.sentences().Sorry})
			}
		}
	}()
	x.handler = h
	action, err := x.in.action(x.self, x.commands)
	switch {
	case x.in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		x.complete(ctx, action, err)
	case err != nil:
		if errors.Is(err, errNoUser) {
			x.log.WarnContext(ctx, "cannot answer an interaction", "error", err)
		}
		x.whisper(ctx, chat.Message{Text: x.sentences().NotOurs})
	default:
		if time.Since(x.awaited) >= deferAfter {
			if x.deferAnswer(ctx); x.state != deferred {
				return // the action would be done but its answer lost
			}
		}
		x.place = action.Place
		x.carryOut(ctx, action, x.handle(ctx, action))
	}
}

// complete answers without choices if the handler takes too long: a completion cannot be deferred.
func (x *responder) complete(ctx context.Context, action chat.Action, wrong error) {
	offer := func(list []chat.Choice) {
		x.sendFirst(ctx, callback{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: completion(list)})
	}
	if wrong != nil {
		offer(nil)
		return
	}
	limited, cancel := context.WithDeadline(ctx, x.awaited.Add(completeWithin))
	defer cancel()
	var r chat.Response
	exchange.Await(x.awaited.Add(completeWithin), func() {
		r = x.askHandler(limited, func() (chat.Response, error) { return x.handler.Handle(limited, action) })
	}, func() { offer(nil) })
	if x.state == unanswered {
		offer(r.Choices)
	}
}
