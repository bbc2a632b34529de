package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

// control is what a button or an option does, as its action text says:
// o1:<game>:<turn>:<verb>[:<arg>].
type control struct {
	game game.ID
	turn uint32
	verb string
	arg  string
}

// controlVersion begins every action text; a text that begins otherwise is of
// another age.
const controlVersion = "o1"

var errBadControl = errors.New("not an action text")

func (c control) String() string {
	text := controlPrefix(c.game, c.turn) + c.verb
	if c.arg != "" {
		text += ":" + c.arg
	}
	return text
}

// parseControl reads what [control.String] wrote, or fails with
// [errBadControl].
func parseControl(text string) (control, error) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) < 4 || parts[0] != controlVersion {
		return control{}, errBadControl
	}
	id, err := game.ParseID(parts[1])
	if err != nil {
		return control{}, errBadControl
	}
	turn, err := strconv.ParseUint(parts[2], 10, 32)
	if err != nil {
		return control{}, errBadControl
	}
	c := control{game: id, turn: uint32(turn), verb: parts[3]}
	if len(parts) == 5 {
		c.arg = parts[4]
	}
	return c, nil
}

// controlPrefix begins the text of every control of a game in a turn; the verb
// follows.
func controlPrefix(id game.ID, turn uint32) string {
	return controlVersion + ":" + id.String() + ":" + strconv.FormatUint(uint64(turn), 10) + ":"
}

// controlFor is the control of a game as it stands.
func controlFor(g game.Game, verb, arg string) string {
	return control{game: g.ID, turn: g.Turn, verb: verb, arg: arg}.String()
}

// press does what a control says.
func (b *Bot) press(ctx context.Context, r request) (chat.Response, error) {
	p, ok := b.presses[r.press.verb]
	if !ok || !p.origins.has(r.Origin) {
		return chat.Response{}, errBadControl
	}
	return p.run(b, ctx, r)
}

// pressable is what a control's verb does, and who may send it.
type pressable struct {
	origins origins
	run     func(*Bot, context.Context, request) (chat.Response, error)
	done    string // the line for the actor where a message for everybody answers
}

// origins is a set of origins. The engine and the clock speak through controls
// too, but nobody else may use theirs.
type origins uint8

func originsOf(list ...chat.Origin) origins {
	var set origins
	for _, o := range list {
		set |= 1 << o
	}
	return set
}

func (o origins) has(origin chat.Origin) bool { return o&(1<<origin) != 0 }

func presses() map[string]pressable {
	user := originsOf(chat.OriginUser)
	clock := originsOf(chat.OriginClock)
	return map[string]pressable{
		"move":       {origins: originsOf(chat.OriginUser, chat.OriginEngine), run: (*Bot).pressMove},
		"open":       {origins: user, run: (*Bot).pressOpen},
		"engage":     {origins: user, run: (*Bot).pressEngage},
		"accept":     {origins: user, run: (*Bot).pressAccept},
		"decline":    {origins: user, run: (*Bot).pressDecline},
		"join":       {origins: user, run: (*Bot).pressJoin},
		"rematch":    {origins: user, run: (*Bot).pressRematch, done: begun},
		"hint":       {origins: user, run: (*Bot).pressHint},
		"agree":      {origins: user, run: (*Bot).pressAgree},
		"refuse":     {origins: user, run: (*Bot).pressRefuse},
		"resign":     {origins: user, run: (*Bot).askResign},
		"resign-yes": {origins: user, run: (*Bot).pressResign},
		"resign-no":  {origins: user, run: (*Bot).pressKeepPlaying},
		"forget-yes": {origins: user, run: (*Bot).pressForget},
		"thread":     {origins: user, run: (*Bot).pressThread, done: begun},
		"claim":      {origins: user, run: (*Bot).pressClaim, done: "The win is claimed."},
		"ping":       {origins: clock, run: (*Bot).ping},
		"remind":     {origins: clock, run: (*Bot).remind},
		"offer":      {origins: clock, run: (*Bot).offerClaim},
		"expire":     {origins: clock, run: (*Bot).expire},
		"lapse":      {origins: clock, run: (*Bot).lapse},
	}
}

// pressedGame is the game a control belongs to, which must be of this place.
func (r request) pressedGame() (game.Game, error) {
	g, ok := r.room.Find(r.press.game)
	if !ok {
		return game.Game{}, game.ErrUnknown
	}
	return g, nil
}

// atTurn lets an operation happen only in the turn the control was made for.
func (r request) atTurn(operation game.Operation) game.Operation {
	return func(g game.Game) (game.Game, []game.Event, error) {
		if g.Turn != r.press.turn {
			return g, nil, game.ErrStale
		}
		return operation(g)
	}
}
