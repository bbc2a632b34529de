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
		"move":       {originsOf(chat.OriginUser, chat.OriginEngine), (*Bot).pressMove},
		"open":       {user, (*Bot).pressOpen},
		"engage":     {user, (*Bot).pressEngage},
		"accept":     {user, (*Bot).pressAccept},
		"decline":    {user, (*Bot).pressDecline},
		"join":       {user, (*Bot).pressJoin},
		"rematch":    {user, (*Bot).pressRematch},
		"hint":       {user, (*Bot).pressHint},
		"agree":      {user, (*Bot).pressAgree},
		"refuse":     {user, (*Bot).pressRefuse},
		"resign":     {user, (*Bot).askResign},
		"resign-yes": {user, (*Bot).pressResign},
		"resign-no":  {user, (*Bot).pressKeepPlaying},
		"forget-yes": {user, (*Bot).pressForget},
		"thread":     {user, (*Bot).pressThread},
		"claim":      {user, (*Bot).pressClaim},
		"ping":       {clock, (*Bot).ping},
		"remind":     {clock, (*Bot).remind},
		"offer":      {clock, (*Bot).offerClaim},
		"expire":     {clock, (*Bot).expire},
		"lapse":      {clock, (*Bot).lapse},
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
