package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/words"
)

// begin starts a new game. An idle game gives way to it.
func (b *Bot) begin(ctx context.Context, r *request, g game.Game, happened card.Story) (chat.Response, error) {
	if err := cmp.Or(b.checkHelp(ctx, r.by, g.Position()), b.checkGameLimit(ctx, r), b.checkRoom(ctx, r, g, r.room.Place)); err != nil {
		return chat.Response{}, err
	}
	happened = append(happened, card.Unusual(g))
	if r.pressed() {
		r = r.withNote(words.DoneBegun{})
	}
	r, settings := b.settleLanguage(r)
	r, out, err := b.do(ctx, r, game.Proposal{New: &g, ReplaceIdle: b.Clock.Trusted(), Display: r.display(), Settings: settings})
	if busy, ok := errors.AsType[*game.BusyError](err); ok {
		return b.moveToThread(ctx, r, busy.Game, g)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.showGame(r, out, func() chat.Message {
		return b.mentionStandby(ctx, r, out, b.offerLanguage(r, out.Game, b.openingCard(ctx, r, out, happened)))
	}), nil
}

// openingCard shows a new game, below the ending of the idle game that it replaced.
func (b *Bot) openingCard(ctx context.Context, r *request, out game.Outcome, happened card.Story) chat.Message {
	m := b.card(ctx, &r.Viewer, out.Game, happened)
	if old := out.Replaced; old != nil {
		before := append(r.All.Text(append(card.Ending(*old, *old.Result), howToContinue(*old))...), chat.Span{Text: "\n"})
		m.Text = append(before, m.Text...)
		if m.Spoken != nil {
			m.Spoken = append(before[:len(before):len(before)], m.Spoken...)
		}
	}
	return m
}

func howToContinue(g game.Game) words.Message {
	if len(g.Moves) == 0 {
		return nil
	}
	return words.GoOnLater{What: loadable(g)}
}

// loadable returns text that the load command accepts.
func loadable(g game.Game) string {
	if g.Start == rules.Start() {
		return rules.FormatTranscript(g.Moves)
	}
	p := g.Position()
	return p.FormatBoard() + " " + strings.ToLower(p.ToMove.String())
}

// moveToThread moves a new game to a thread, or refuses it. It shows the same game if that runs already.
func (b *Bot) moveToThread(ctx context.Context, r *request, running, next game.Game) (chat.Response, error) {
	if r.isSameGame(running, next) {
		response, err := b.showBoard(ctx, r.withNote(nil), running)
		response.Confirmation = r.Own.Text(words.DoneBoard{})
		return response, err
	}
	_, seated := running.Side(r.by)
	joins := running.SeatFree() && !seated && (next.Mode == game.Open || next.SeatFree())
	if !r.canMoveToThread() || joins || seated && running.AgainstEngine() {
		return chat.Response{}, r.busyRefusal(running)
	}
	return b.inThread(ctx, r, next)
}

// canMoveToThread reports whether the adapter can send the request again from a new thread.
func (r *request) canMoveToThread() bool {
	return r.action.begins && !r.pressed() && r.Limits.Threads && !r.CannotOpenThread && r.Place.Thread == ""
}

// confirmElsewhere confirms a move to the actor if the game is shown in another place.
func (b *Bot) confirmElsewhere(ctx context.Context, r *request, response chat.Response, g game.Game, square rules.Square) chat.Response {
	if r.sentFrom == nil || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post {
		return response
	}
	r = b.withChoices(ctx, r)
	confirmation := chat.Effect{Kind: chat.Whisper, Message: chat.Message{
		Text: appendLine(r.Own.Text(words.DonePlayed{Square: square}), r.channelGameLine(game.Unfinished{Game: g})),
	}}
	if r.control.Verb != "" { // the pressed message asked which game the move is for
		confirmation.Kind = chat.Edit
	}
	response.Effects = append([]chat.Effect{confirmation}, response.Effects...)
	return response
}

// inThread asks the adapter to open a thread and to send the request again from there.
func (b *Bot) inThread(ctx context.Context, r *request, next game.Game) (chat.Response, error) {
	if err := b.checkRoom(ctx, r, next, ""); err != nil {
		return chat.Response{}, err
	}
	if err := b.Table.RecordDelivery(ctx, r.room, r.delivery(), r.Now); err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: r.All.Text(words.ThreadTitle{})}}}}, nil
}

func (b *Bot) pressStandby(ctx context.Context, r *request) (chat.Response, error) {
	off := r.control.Arg == card.StandbyOff
	if !off && r.control.Arg != "" {
		return chat.Response{}, errBadControl
	}
	if err := people.Enlist(ctx, b.People, r.by, r.Place.Tenant().Prefix(), !off, r.Now); err != nil {
		return chat.Response{}, err
	}
	if off {
		return r.whisper(words.NotOnStandby{}), nil
	}
	return whisper(message(r.Own.Text(words.OnStandby{}), card.StandbyOffButton(r.Own))), nil
}

const maxCalled = 5

// mentionStandby mentions users on standby in the first message of a game with a free seat.
func (b *Bot) mentionStandby(ctx context.Context, r *request, out game.Outcome, m chat.Message) chat.Message {
	if !out.Game.SeatFree() || out.AlreadyStored {
		return m
	}
	called, err := people.ChooseToMention(ctx, b.People, r.Place.Tenant().Prefix(), r.by, r.Now, maxCalled)
	if err != nil {
		b.Log.WarnContext(ctx, "cannot tell everybody who would play", "platform", r.Place.Platform, "error", err)
	}
	var mentions chat.Text
	for _, p := range called {
		if user, err := chat.ParseUserID(string(p)); err == nil {
			mentions = append(mentions, chat.MentionOf(user), chat.Span{Text: " "})
		}
	}
	if len(mentions) == 0 {
		return m
	}
	m.Text = appendLine(m.Text, r.All.Text(words.CallsOut{People: mentions[:len(mentions)-1]}))
	m.Controls = append(m.Controls, card.Row(card.StandbyOffButton(r.All)))
	return m
}

func (r *request) runningGames(games []game.Unfinished) chat.Text {
	return append(r.Own.Text(words.GamesHere{}), r.numberedGames(games)...)
}

func (r *request) busyRefusal(g game.Game) error {
	color, seated := g.Side(r.by)
	switch {
	case seated && (g.Mode == game.Duel || g.AgainstEngine()):
		var plays words.Message = words.YouPlay{Color: color}
		if g.AgainstEngine() {
			plays = words.BusyBot{Move: g.Number()}
		}
		return refused(plays).offering(func(r *request) []chat.Row {
			return r.withThread(
				card.Button(r.Own, words.ShowButton{}, control.For(g, "board", control.Private)),
				card.Button(r.Own, words.StopButton{}, control.For(g, "stop", control.Private)),
			)
		})
	case g.SeatFree() && !seated:
		return seatRefusal(g)
	case g.Mode == game.Voted:
		return refused(words.BusyVote{Starter: words.Name(g.Starter), Move: g.Number()}).offering(threadOnly)
	case g.Mode == game.Open:
		return refused(describeRunning(g), words.BusyJoinIn{}).offering(threadOnly)
	default:
		return refused(describeRunning(g), words.BusyWatch{}).offering(threadOnly)
	}
}

func describeRunning(g game.Game) words.Message {
	if g.Mode == game.Open {
		return words.BusyOpen{Starter: words.Name(g.Starter), Move: g.Number()}
	}
	return words.Busy{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Move: g.Number()}
}

func seatRefusal(g game.Game) *refusal {
	color := rules.Black
	if g.Player(color) != game.Nobody {
		color = rules.White
	}
	return refused(words.SeatFree{Holder: words.Name(g.Player(color.Opponent())), Color: color}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Primary(card.Button(r.Own, words.JoinButton{}, control.For(g, "join", control.Private))))}
	})
}

// threadButton returns a button that starts the requested game in a thread, if that is possible.
func threadButton(r *request) (chat.Button, bool) {
	if !r.Limits.Threads || r.NoThreads || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var said []string
	for _, key := range []string{"with", "color", "level", "vote"} {
		if value := r.args.Text(key); value != "" {
			said = append(said, strings.ToLower(value))
		}
	}
	if value := r.args.Text("handicap"); value != "" {
		said = append(said, "handicap:"+value) // the prefix keeps a handicap from being read as a level
	}
	if r.args.Flag("coach") {
		said = append(said, "coach")
	}
	action := control.Control{Verb: "thread", Arg: strings.Join(said, ".")}
	return card.Button(r.Own, words.ThreadButton{}, action.String()), true
}

func (r *request) withThread(buttons ...chat.Button) []chat.Row {
	if thread, ok := threadButton(r); ok {
		buttons = append(buttons, thread)
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{card.Row(buttons...)}
}

func threadOnly(r *request) []chat.Row { return r.withThread() }

// settleLanguage chooses the language of a place that has none. It returns the new settings, or nil if
// they stay the same. A new thread takes its channel's settings, except the daily posts. Without a
// language there, the place takes the one that the platform reports, or else the starter's.
func (b *Bot) settleLanguage(r *request) (*request, *game.Settings) {
	settings := r.Settings
	if _, known := b.Words.Named(settings.Language); known || len(b.Words.Tags()) == 1 {
		return r, nil
	}
	speaks := *r
	if settings == (game.Settings{}) {
		settings = r.channel
		settings.Daily = game.Daily{Zone: settings.Daily.Zone} // the channel's daily posts serve its threads too
	}
	if _, known := b.Words.Named(settings.Language); !known {
		l, ok := b.Words.Preferred(r.PlaceLocale)
		switch {
		case ok:
		case r.Locale == "" && r.choices.Language == "":
			return r, nil
		default:
			if l, ok = b.ownLanguage(r); !ok {
				l = b.Words.Default()
			}
			speaks.offersEnglish = l != b.Words.Default()
		}
		settings.Language = l.Tag()
	}
	b.setLanguages(&speaks, settings)
	return &speaks, &settings
}

// offerLanguage says that the bot uses the starter's language, and offers English.
func (b *Bot) offerLanguage(r *request, g game.Game, m chat.Message) chat.Message {
	if !r.offersEnglish {
		return m
	}
	m.Text = appendLine(m.Text, r.All.Text(words.SpeaksAs{Player: words.Name(r.by)}))
	var buttons []chat.Button
	for _, l := range []*words.Language{b.Words.Default(), r.All} {
		buttons = append(buttons, card.Button(l, words.LanguageName{}, control.For(g, "speak", l.Tag())))
	}
	m.Controls = append(m.Controls, card.Row(buttons...))
	return m
}
