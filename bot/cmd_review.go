package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/record"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

func reviewAction() action {
	return command("review", words.ReviewHelp{}, (*Bot).typedReview,
		parse.Parameter{Parameter: chat.Parameter{Name: "moves", Type: chat.TypeRest}, About: words.ReviewMovesHelp{}}).pressing((*Bot).pressReview)
}

func (b *Bot) typedReview(ctx context.Context, r *request) (chat.Response, error) {
	text := r.args.Text("moves")
	if text == "" {
		last := cmp.Or(r.room.Last, &game.Game{}) // an empty game cannot be reviewed
		err := b.checkReviewable(*last)
		if err == nil && r.trial != nil {
			err = game.ErrTrial
		}
		if err != nil {
			return chat.Response{}, err
		}
		return b.page(ctx, r, *last, 0, chat.Whisper)
	}
	found, err := b.Grammar.Records().Read(text)
	switch {
	case err == record.ErrNoGame:
		return chat.Response{}, r.action.ErrLeftOver(r.args, text, r.Limits)
	case err != nil:
		return chat.Response{}, recordRefusal(err)
	case found.OwnStart:
		return chat.Response{}, refused(words.ReviewUnplayed{})
	}
	g, err := b.typedGame(r, found.Moves)
	if err != nil {
		return chat.Response{}, err
	}
	return b.page(ctx, r, g, 0, chat.Whisper)
}

// typedGame returns a finished game without players. A checksum of the moves is its [game.ID].
func (b *Bot) typedGame(r *request, moves []rules.Square) (game.Game, error) {
	if !b.reviews.Enabled() {
		return game.Game{}, refused(words.NothingToReview{})
	}
	end, err := rules.Replay(rules.Start(), moves)
	if err != nil {
		return game.Game{}, recordRefusal(err)
	}
	if !end.Over() {
		return game.Game{}, refused(words.ReviewUnplayed{})
	}
	return game.Restore(game.Game{
		ID: game.ID(crc32.ChecksumIEEE([]byte(rules.FormatTranscript(moves)))), Place: r.room.Place, Starter: r.by,
		Start: rules.Start(), Moves: moves, Loaded: uint8(len(moves)), Phase: game.Over, Result: &game.Result{},
	})
}

func (b *Bot) pressReview(ctx context.Context, r *request) (chat.Response, error) {
	g, n, opened, err := b.controlledReview(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	kind := chat.Edit
	if opened {
		kind = chat.Whisper
	}
	return b.page(ctx, r, g, n, kind)
}

// controlledReview returns the game and the number in a control. A control names a typed game by its
// moves. opened reports that the control has no number.
func (b *Bot) controlledReview(ctx context.Context, r *request) (g game.Game, n int, opened bool, err error) {
	arg, packed, typed := strings.Cut(r.control.Arg, ":")
	if g, err = b.reviewedGame(ctx, r, packed, typed); err != nil {
		return g, 0, false, err
	}
	if n, err = strconv.Atoi(cmp.Or(arg, "0")); err != nil || n < 0 {
		return g, 0, false, errBadControl
	}
	return g, n, arg == "", nil
}

func (b *Bot) reviewedGame(ctx context.Context, r *request, packed string, typed bool) (game.Game, error) {
	if typed {
		moves, ok := control.Unpack(packed)
		if !ok {
			return game.Game{}, errBadControl
		}
		return b.typedGame(r, moves)
	}
	g, _, err := b.Table.FindGame(ctx, r.room.Place, r.control.Game)
	if err != nil {
		return game.Game{}, err
	}
	return g, b.checkReviewable(g)
}

func (b *Bot) checkReviewable(g game.Game) error {
	switch {
	case b.reviews.Reviewable(g):
		return nil
	case b.reviews.Enabled() && g.Phase == game.Over:
		return refused(words.ReviewTooShort{})
	default:
		return refused(words.NothingToReview{})
	}
}

// checkReview refuses a review that would help in a running game of the place, or in a rated game of the actor.
func (b *Bot) checkReview(ctx context.Context, r *request, g game.Game) error {
	if running := r.room.Active; running != nil && reveals(positions(g), *running) {
		return refused(words.ReviewRunning{})
	}
	return b.checkHelp(ctx, r.by, positions(g)...)
}

// reviewFor reviews a game for a user, who can wait for only one review or hint at a time.
func (b *Bot) reviewFor(ctx context.Context, r *request, g game.Game) (review.Review, error) {
	if err := b.checkReview(ctx, r, g); err != nil {
		return review.Review{}, err
	}
	if _, waits := b.waiting.LoadOrStore(r.by, true); waits {
		return review.Review{}, ErrThinking
	}
	defer b.waiting.Delete(r.by)
	found, err := b.reviews.Review(ctx, g)
	if errors.Is(err, context.DeadlineExceeded) {
		b.reviews.Enqueue(g) // so that the review is ready when the user asks again
		return review.Review{}, refused(words.ReviewNotYet{})
	}
	return found, err
}

func (b *Bot) page(ctx context.Context, r *request, g game.Game, n int, kind chat.Kind) (chat.Response, error) {
	found, err := b.reviewFor(ctx, r, g)
	if err != nil {
		return chat.Response{}, err
	}
	return respond(kind, b.reviewPage(ctx, r, g, found, n, false)), nil
}

// reviewPage returns a page for the actor, without share button if shared. Page 0 is the summary.
func (b *Bot) reviewPage(ctx context.Context, r *request, g game.Game, found review.Review, n int, shared bool) (m chat.Message) {
	found = card.OwnFirst(g, found, r.by)
	n = min(n, len(found.Moments))
	shown := len(g.Moves)
	if n == 0 {
		m = r.ReviewSummary(r.Own, g, found)
	} else {
		m = r.MomentPage(g, found, found.Moments[n-1])
		shown = found.Moments[n-1].Number - 1
	}
	m.Line = card.Line(g.Start, g.Moves, shown, &found)
	m.Aside = r.Own.Text(words.ReviewPage{Page: n + 1, Pages: len(found.Moments) + 1})
	playOn := n > 0 && b.mayPlayOn(ctx, r, g, found.Moments[n-1].Number)
	if n > 0 { // users do not share the errors of other people
		mover := g.Player(found.Moves[found.Moments[n-1].Number-1].Color)
		shared = shared || mover.Person() && mover != r.by
	}
	m.Controls = r.ReviewControls(g, found, n, playOn, shared)
	ownMistake := func(at review.Moment) bool { return g.MovedBy(at.Number) == r.by && found.Costly(at) }
	if n == 0 && g.Version > 0 && slices.ContainsFunc(found.Moments, ownMistake) {
		practise := card.Button(r.Own, words.PractiseButton{}, trainControl(g.ID, 0, ""))
		m.Controls[0].Buttons = append(m.Controls[0].Buttons, practise)
	}
	return m
}

func (b *Bot) share(ctx context.Context, r *request) (chat.Response, error) {
	g, n, _, err := b.controlledReview(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	found, err := b.reviewFor(ctx, r, g)
	if err != nil {
		return chat.Response{}, err
	}
	n = min(n, len(found.Moments))
	if err := b.shareOnce(ctx, r, g.ID.String()+" "+strconv.Itoa(n)); err != nil {
		return chat.Response{}, err
	}
	all := *r
	all.Own = r.All
	m := b.reviewPage(ctx, &all, g, found, n, true)
	m.Aside, m.Controls, m.Line = nil, nil, nil
	if n == 0 {
		m.Text, m.Footers, m.Picture = r.Highlights(g, found), nil, r.SharedPicture(g)
	}
	m.Text = appendLine(r.All.Text(words.Shared{Player: words.Name(r.by)}), m.Text)
	return editAndPost(b.reviewPage(ctx, r, g, found, n, true), m), nil
}

// shareOnce refuses a repeated share. It stores the share as a delivery, a hash that names no user.
func (b *Bot) shareOnce(ctx context.Context, r *request, what string) error {
	sum := sha256.Sum256([]byte(string(r.by) + " " + string(r.room.Place) + " " + what))
	once := game.Delivery(r.Place.Platform + "/share " + hex.EncodeToString(sum[:16]))
	_, err := b.Table.Do(ctx, r.room, game.Proposal{By: r.by, Now: r.Now, Delivery: once})
	if errors.Is(err, game.ErrDuplicate) {
		return refused(words.SharedAlready{})
	}
	return err
}

func (b *Bot) playOn(ctx context.Context, r *request) (chat.Response, error) {
	g, number, _, err := b.controlledReview(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	if number < 1 || number > len(g.Moves) {
		return chat.Response{}, errBadControl
	}
	return b.continueFrom(ctx, r, b.newID(), g, number)
}

func (b *Bot) mayPlayOn(ctx context.Context, r *request, g game.Game, number int) bool {
	try := r.withOrder(func(o *order) { o.trial, o.Control, o.Message = r, "", "" })
	_, err := b.continueFrom(ctx, try, g.ID+1, g, number)
	return asRefusal(try, err) == nil
}

// continueFrom opens a game that continues from the position before a move of another game.
func (b *Bot) continueFrom(ctx context.Context, r *request, id game.ID, g game.Game, number int) (chat.Response, error) {
	next, happened, err := r.newLoaded(id, record.Result{
		Game: record.Game{Start: g.Start, Moves: g.Moves[:number-1]}, OwnStart: g.Start != rules.Start(),
	})
	if err != nil {
		return chat.Response{}, err
	}
	return b.begin(ctx, r, next, happened)
}

func (b *Bot) finishReview(ctx context.Context, r *request) (chat.Response, error) {
	g, slots, err := b.Table.FindGame(ctx, r.room.Place, r.control.Game)
	if err != nil {
		return chat.Response{}, err
	}
	if found, known := b.reviews.Cached(g); known {
		if err := b.storeExercises(ctx, g, found); err != nil && ctx.Err() == nil {
			b.Log.WarnContext(ctx, "cannot keep what a game teaches", "error", err)
		}
	}
	return chat.Response{Effects: r.redrawEnded(slots)}, nil
}

func (r *request) redrawEnded(slots []game.Slot) []chat.Effect {
	for _, s := range slots {
		onItsWay := s.State == game.Sending || s.State == game.Behind
		if s.Name == game.BoardSlot && (s.Ref != "" || onItsWay) && s.State != game.Dormant {
			return []chat.Effect{{Kind: chat.Refresh, Subject: r.shownState(s, s.Want)}}
		}
	}
	return nil
}
