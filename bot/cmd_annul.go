package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

const (
	annulSearch = 100
	annulOffers = 5
)

func annulAction() action {
	a := command("annul", words.AnnulHelp{}, (*Bot).annul,
		parse.Parameter{Parameter: chat.Parameter{Name: "player", Type: chat.TypeUser}, About: words.AnnulPlayerHelp{}})
	a.LeftOverError = errNotListed
	return a.harmless().textOnly().pressing((*Bot).pressAnnul)
}

// Steps of an annulment, in a control's argument. A colon and a player may follow: then the step is for
// all games of the player.
const (
	annulList = "of"
	annulAsk  = "ask"
	annulYes  = "yes"
	annulBack = "back"
)

func (b *Bot) annul(ctx context.Context, r *request) (chat.Response, error) {
	of := game.Nobody
	if who, named := r.args.Find("player"); named && who.Kind != chat.MentionsPerson {
		return chat.Response{}, errNotListed(who.Text)
	} else if named {
		of = game.Player(who.User.String())
	}
	m, err := b.annulments(ctx, r, of)
	return respond(chat.Whisper, m), err
}

// checkAnnul refuses users who may not annul, and all users in direct and group messages.
func (r *request) checkAnnul() error {
	switch {
	case r.Direct, r.Group:
		return refused(words.NothingToAnnul{})
	case !r.Moderator && !r.Unmoderated:
		return refused(words.ModeratorAllows{})
	default:
		return nil
	}
}

// annulments lists the latest rated games, or only those of a player, with buttons to annul them.
func (b *Bot) annulments(ctx context.Context, r *request, of game.Player) (chat.Message, error) {
	if err := r.checkAnnul(); err != nil {
		return chat.Message{}, err
	}
	ended, err := b.Table.Ended(ctx, r.room.Place, time.Time{}, r.Now.Add(time.Second), annulSearch)
	if err != nil {
		return chat.Message{}, &game.StoreError{Err: err}
	}
	m := chat.Message{Text: r.Own.Text(words.AnnulWhich{})}
	var buttons []chat.Button
	for _, past := range ended {
		g := past.Game
		_, seated := g.Side(r.by)
		_, named := g.Side(of)
		switch {
		case !g.CountsRated(), g.Place != r.room.Place, seated, !named && of != game.Nobody, len(buttons) == annulOffers,
			past.Finished == nil, past.Finished.Rated.Annulled:
			continue
		}
		number := strconv.Itoa(len(buttons) + 1)
		buttons = append(buttons, chat.Button{Label: number, Action: control.For(g, "annul", annulAsk)})
		m.Text = append(append(m.Text, chat.Span{Text: "\n" + number + ". "}), r.describeEnd(r.Own, g)...)
	}
	rated, met, err := b.Ladders.Ratings(ctx, r.room.Place.Tenant(), of, r.by)
	if err != nil {
		return chat.Message{}, &game.StoreError{Err: err}
	}
	playsOthers := func(p game.Rating) bool { return p.Player == of && p.Games > 0 && (p.Opponents > 1 || len(met) == 0) }
	if slices.ContainsFunc(rated, playsOthers) && r.Moderator && of != r.by {
		buttons = append(buttons, card.Button(r.Own, words.AnnulAllButton{}, control.New("annul", annulAsk+":"+string(of))))
	}
	if len(buttons) == 0 {
		return chat.Message{}, refused(words.NothingToAnnul{})
	}
	m.Controls = card.Rows(r.Limits, buttons)
	return m, nil
}

func (r *request) describeEnd(l *words.Language, g game.Game) chat.Text {
	return append(l.Text(r.resultLine(g)), chat.Span{Text: " · "}, chat.DateTimeOf(g.Since().In(r.Now.Location())))
}

func (b *Bot) pressAnnul(ctx context.Context, r *request) (chat.Response, error) {
	step, rest, _ := strings.Cut(r.control.Arg, ":")
	if err := r.checkAnnul(); err != nil {
		return chat.Response{}, err
	}
	if r.control.Game == 0 {
		return b.pressAnnulPlayer(ctx, r, step, game.Player(rest))
	}
	g, slots, err := b.annullable(ctx, r, r.control.Game, step == annulBack)
	switch {
	case err != nil:
		return chat.Response{}, err
	case step == annulAsk && r.Moderator:
		return r.sureToAnnul(r.describeEnd(r.Own, g), control.For(g, "annul", annulYes)), nil
	case step == annulAsk: // the platform reports no moderators
		r, id, err := b.askConsent(ctx, r, game.Consent{Game: g.ID})
		if err != nil {
			return chat.Response{}, err
		}
		asks := r.All.Text(words.AsksToAnnul{Asker: words.Name(r.by), What: r.describeEnd(r.All, g)}, words.AnotherAgrees{})
		return editAndPost(message(r.Own.Text(words.AnotherAgrees{})), message(asks, r.consentButton(words.AgreeButton{}, id))), nil
	case step == annulYes && r.Moderator, step == annulBack:
		return b.annulGame(ctx, r, g, slots, step == annulBack)
	default:
		return chat.Response{}, errBadControl
	}
}

func (b *Bot) annulAgreed(ctx context.Context, r *request, c game.Consent) (chat.Response, error) {
	g, slots, err := b.annullable(ctx, r, c.Game, false)
	if err != nil {
		return chat.Response{}, err
	}
	response, err := b.annulGame(ctx, r, g, slots, false)
	if err != nil {
		return chat.Response{}, err
	}
	if _, _, err := b.do(ctx, r, game.Proposal{UseConsent: c.ID}); err != nil { // the game stays annulled
		b.Log.WarnContext(ctx, "cannot store an agreement", "error", err)
	}
	return response, nil
}

func (b *Bot) annulGame(ctx context.Context, r *request, g game.Game, slots []game.Slot, back bool) (chat.Response, error) {
	annulment := game.Annulment{Game: g.ID, Back: back}
	response, err := b.applyAnnulment(ctx, r, annulment, control.For(g, "annul", annulBack), func(l *words.Language, _ int) chat.Text { return r.describeEnd(l, g) })
	response.Effects = append(response.Effects, r.redrawEnded(slots)...)
	return response, err
}

// annullable returns a game that the actor may annul, or restore if back, and the game's slots.
func (b *Bot) annullable(ctx context.Context, r *request, id game.ID, back bool) (game.Game, []game.Slot, error) {
	g, slots, err := b.Table.FindGame(ctx, r.room.Place, id)
	if err != nil {
		return g, nil, err
	}
	f, err := b.Table.Finished(ctx, g.ID)
	switch {
	case err != nil:
		return g, nil, err
	case !f.IsRated():
		return g, nil, errBadControl
	case slices.Contains(f.People(), r.by):
		return g, nil, refused(words.AnnulOwn{})
	case f.Rated.Annulled != back:
		return g, nil, refused(words.NothingToAnnul{})
	}
	return g, slots, nil
}

func (b *Bot) pressAnnulPlayer(ctx context.Context, r *request, step string, of game.Player) (chat.Response, error) {
	switch user, err := chat.ParseUserID(string(of)); {
	case err != nil || user.ID == "":
		return chat.Response{}, errBadControl
	case step == annulList:
		m, err := b.annulments(ctx, r, of)
		return respond(chat.Edit, m), err
	case !r.Moderator:
		return chat.Response{}, refused(words.ModeratorAllows{})
	case step == annulAsk:
		return r.sureToAnnul(r.Own.Text(words.AllRatedGames{Player: words.Name(of)}), control.New("annul", annulYes+":"+string(of))), nil
	case step == annulYes, step == annulBack:
		annulment := game.Annulment{Player: of, Back: step == annulBack}
		return b.applyAnnulment(ctx, r, annulment, control.New("annul", annulBack+":"+string(of)), func(l *words.Language, n int) chat.Text {
			return l.Text(words.RatedGames{Games: words.Count(n), Player: words.Name(of)})
		})
	default:
		return chat.Response{}, errBadControl
	}
}

func (r *request) sureToAnnul(what chat.Text, yes string) chat.Response {
	return edit(message(r.Own.Text(words.AnnulSure{What: what}), card.Danger(card.Button(r.Own, words.AnnulButton{}, yes))))
}

// applyAnnulment skips games that the actor played in, and mentions up to maxMentioned players.
func (b *Bot) applyAnnulment(ctx context.Context, r *request, annulment game.Annulment, back string, what func(*words.Language, int) chat.Text) (chat.Response, error) {
	annulment.Without = r.by
	changed, err := b.Ladders.Annul(ctx, r.room.Place.Tenant(), annulment)
	switch {
	case err != nil:
		return chat.Response{}, &game.StoreError{Err: err, Unknown: true}
	case len(changed) == 0:
		return chat.Response{}, refused(words.NothingToAnnul{})
	}
	said := func(l *words.Language) chat.Text {
		if annulment.Back {
			return l.Text(words.AnnulBack{Player: words.Name(r.by), What: what(l, len(changed))})
		}
		return l.Text(words.Annulled{Player: words.Name(r.by), What: what(l, len(changed))})
	}
	const maxMentioned = 10
	var people []game.Player
	for _, f := range changed {
		people = append(people, slices.DeleteFunc(f.People(), func(p game.Player) bool { return slices.Contains(people, p) })...)
	}
	tells := r.All.Text(words.AnnulTells{People: r.All.Mentions(people[:min(len(people), maxMentioned)])})
	takeBack := []chat.Row{card.Row(card.Button(r.All, words.AnnulBackButton{}, back))}
	edited, posted := message(said(r.Own)), chat.Message{Text: appendLine(said(r.All), tells), Controls: takeBack}
	if step, _, _ := strings.Cut(r.control.Arg, ":"); step != annulYes { // the control was on a public message
		edited, posted = chat.Message{Text: said(r.All), Controls: takeBack}, message(tells)
	}
	if annulment.Back {
		edited.Controls = nil
	}
	return editAndPost(edited, posted), nil
}
