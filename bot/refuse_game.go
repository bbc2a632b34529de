package bot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// gameRefusal puts a refusal of package game into words. It returns nil for any other error.
func gameRefusal(r *request, err error) *refusal {
	if turn := (*game.TurnError)(nil); errors.As(err, &turn) {
		return turnRefusal(r, turn)
	}
	if g, known := r.concernedGame(); known {
		if said := refusalOn(r, g, err); said != nil {
			return said
		}
	}
	if errors.Is(err, game.ErrUnknown) && slices.Contains(r.room.Unreadable, cmp.Or(r.target, r.control.Game)) {
		return refused(words.GameUnreadable{})
	}
	for _, known := range plainRefusals {
		if errors.Is(err, known.err) {
			return refused(known.said)
		}
	}
	return nil
}

var plainRefusals = []struct {
	err  error
	said words.Message
}{
	{game.ErrStale, words.Stale{}},
	{game.ErrOver, words.GameOver{}},
	{game.ErrUnknown, words.GameUnknown{}},
	{game.ErrNewer, words.GameNewer{}},
	{game.ErrCondemned, words.BeingDeleted{}},
	{game.ErrFriendly, words.FriendlyOnly{}},
	{game.ErrOthersPlaying, words.OthersInGame{}},
	{game.ErrNotStarted, words.NotStarted{}},
	{game.ErrNotOver, words.NotOver{}},
	{game.ErrNotAsked, words.NotAsked{}},
	{game.ErrNothingAsked, words.NothingAsked{}},
	{game.ErrConsentOpen, words.WishOpen{}},
	{game.ErrAskPending, words.AskPending{}},
	{game.ErrAskedBefore, words.AskedBefore{}},
	{game.ErrNoMoves, words.NothingToTakeBack{}},
	{game.ErrNoOpponent, words.NoOpponent{}},
	{game.ErrOwnTurn, words.OwnTurn{}},
	{game.ErrSeated, words.InGameAlready{}},
	{game.ErrTooMany, words.TooManyTold{Most: game.MaxFollowers}},
	{game.ErrNotDue, words.OldButton{}},
}

func refusalOn(r *request, g game.Game, err error) *refusal {
	black, white := words.Name(g.Player(rules.Black)), words.Name(g.Player(rules.White))
	var side *game.SideError
	_, _, stopped := g.Stop(r.by, r.Moderator, r.Now)
	switch {
	case errors.As(err, &side):
		said := refused(sideWords(r, g, side)...)
		if !side.Seated && !side.LastMover {
			said.offering(watcherOffers(g))
		}
		return said
	case errors.Is(err, game.ErrOver):
		if g.Result == nil || g.Result.Reason < game.Declined {
			return nil
		}
		return refused(append(card.Ending(g, *g.Result), words.ChallengeEnded{})...)
	case errors.Is(err, game.ErrStale):
		if last, ok := g.Last(); ok {
			return refused(words.StaleMove{Player: words.Name(last.By), Square: last.Square})
		}
		return nil
	case errors.Is(err, game.ErrAskPending):
		if g.Ask == nil || g.CanAnswer(r.by) != nil {
			return nil
		}
		return refused(words.AskedAlready{Player: words.Name(g.Ask.By)}).offering(func(r *request) []chat.Row {
			open, _ := r.room.Slot(g.ID, game.QuestionSlot)
			return []chat.Row{card.AnswerButtons(r.Own, g, fmt.Sprint(control.Private, open.Post))}
		})
	case errors.Is(err, game.ErrNotAsked) && g.Phase == game.Challenged:
		_, challenged := g.Challenge()
		return refused(words.NotYourChallenge{Challenged: words.Name(challenged)})
	case errors.Is(err, game.ErrNotPlayer) && g.Phase == game.Over && g.Mode == game.Open:
		return refused(words.NotYourOpenGame{Starter: words.Name(g.Starter)})
	case errors.Is(err, game.ErrNotPlayer) && g.Phase == game.Over:
		return refused(words.NotYourGame{Black: black, White: white})
	case errors.Is(err, game.ErrNoOpponent) && g.Phase == game.Over:
		return refused(words.OpponentForgotten{})
	case errors.Is(err, game.ErrNotPlayer) && g.Mode == game.Open:
		return refused(words.NotMovedYet{})
	case errors.Is(err, game.ErrNotPlayer) && g.SeatFree():
		return seatRefusal(g)
	case errors.Is(err, game.ErrNotPlayer):
		if _, ok := threadButton(r); ok {
			return refused(words.WatchingThread{Black: black, White: white}).offering(watcherOffers(g))
		}
		return refused(words.Watching{Black: black, White: white}).offering(watcherOffers(g))
	case errors.Is(err, game.ErrSeatTaken):
		return refused(words.SeatsTaken{Black: black, White: white})
	case errors.Is(err, game.ErrOpenGame) && !errors.Is(stopped, game.ErrNotAllowed):
		return refused(words.OpenToAll{})
	case errors.Is(err, game.ErrOpenGame) && g.Mode == game.Open:
		return refused(words.NotMovedYet{})
	case errors.Is(err, game.ErrNotAllowed) && g.Mode == game.Open && g.TakenOver():
		return refused(words.MayStopTaken{})
	case errors.Is(err, game.ErrNotAllowed) && g.Mode == game.Open:
		return refused(words.MayStopOpen{Starter: words.Name(g.Starter)})
	case g.Mode == game.Voted && (errors.Is(err, game.ErrNotAllowed) || errors.Is(err, game.ErrOpenGame)):
		return refused(words.MayStopVote{Starter: words.Name(g.Starter)})
	case errors.Is(err, game.ErrNotAllowed) && g.SeatFree():
		return refused(words.MayStopFree{Starter: words.Name(g.Starter)})
	case errors.Is(err, game.ErrNotAllowed):
		return refused(words.MayStopDuel{Black: black, White: white})
	default:
		return nil
	}
}

// watcherOffers offers a game in a thread. After a move, it also offers a game for all users.
func watcherOffers(g game.Game) func(*request) []chat.Row {
	return func(r *request) []chat.Row {
		_, threads := threadButton(r)
		all := control.Control{Verb: "thread", Arg: parse.ByVotes}
		if g.GivesWay(r.Now) {
			all.Verb = "start"
		}
		if chose := r.control.HasSquare() || r.args.Has("square"); !chose || !threads && all.Verb == "thread" {
			return r.withThread()
		}
		return r.withThread(card.Button(r.Own, words.PlayAllButton{}, all.String()))
	}
}

func (r *request) concernedGame() (game.Game, bool) {
	if r.target != 0 {
		return r.room.Find(r.target)
	}
	find := r.shownGame
	if r.control.Game != 0 {
		find = r.controlledGame
	}
	g, err := find()
	return g, err == nil
}

func turnRefusal(r *request, e *game.TurnError) *refusal {
	switch {
	case e.Player == game.Nobody:
		if g, known := r.concernedGame(); known && g.SeatFree() {
			if _, seated := g.Side(r.by); !seated {
				return seatRefusal(g)
			}
		}
		return refused(words.TurnOfFree{Color: e.Color})
	case e.Player == game.Engine:
		return refused(words.TurnOfBot{Color: e.Color})
	case r.Settings.Pings == game.PingOff:
		return refused(words.TurnOf{Player: words.Name(e.Player), Color: e.Color})
	default:
		return refused(words.TurnOfTold{Player: words.Name(e.Player), Color: e.Color})
	}
}

func sideWords(r *request, g game.Game, e *game.SideError) card.Story {
	held := e.Holder != game.Nobody && r.Now.Before(e.Until)
	var other words.Message = words.SideFree{Color: e.Color}
	if held {
		other = words.SideHeld{Color: e.Color, Holder: words.Name(e.Holder), Until: r.When(e.Until)}
	}
	mine, _ := g.Side(r.by)
	switch {
	case e.LastMover && !held:
		return card.Story{words.YouPlay{Color: mine}, other, words.LastWasYours{}}
	case e.Seated:
		return card.Story{words.YouPlay{Color: mine}, other}
	default:
		return card.Story{other, words.YoursThen{Color: e.Color}}
	}
}

// illegalMove turns the error of an illegal move into a refusal. It returns other errors unchanged.
func (r *request) illegalMove(id game.ID, err error) error {
	illegal, ok := errors.AsType[*rules.IllegalMoveError](err)
	if !ok {
		return err
	}
	g, _ := r.room.Find(id)
	p := g.Position()
	square, legal := illegal.Square, words.Any(p.Legal())
	disc, occupied := p.Disc(square)
	last, moved := g.Last()
	var why words.Message
	switch {
	case occupied && moved && g.Mode != game.Voted && last.Square == square && last.By != r.by && r.Now.Sub(g.Since()) <= atTheSameTime:
		return refused(words.WasFaster{Player: words.Name(last.By), Square: square})
	case occupied && disc == rules.Black:
		why = words.TakenByBlack{Square: square, Legal: legal}
	case occupied:
		why = words.TakenByWhite{Square: square, Legal: legal}
	case illegal.Color == rules.Black:
		why = words.TrapsNoWhite{Square: square, Legal: legal}
	default:
		why = words.TrapsNoBlack{Square: square, Legal: legal}
	}
	return refused(why).offering(moveOffers(g.ID, g.Moment(), p.Legal()))
}

const atTheSameTime = 15 * time.Second

// moveOffers returns private buttons for legal moves, unless they would fill more than two rows.
func moveOffers(id game.ID, at game.Moment, moves rules.Bitboard) func(*request) []chat.Row {
	return func(r *request) []chat.Row {
		if moves.Len() > 2*r.Limits.ButtonsPerRow {
			return nil
		}
		return card.MoveButtons(r.Limits, moves, control.Prefix(id, at, 0), "play")
	}
}
