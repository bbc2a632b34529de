package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func checkAction() action {
	a := command("check", words.CheckHelp{}, (*Bot).check,
		parse.Parameter{Parameter: chat.Parameter{Name: "square", Complete: true}, About: words.CheckSquareHelp{}},
		colorParameter(words.CheckColorHelp{}), boardParameter())
	a.complete = legalChoices
	return a.harmless()
}

func movesAction() action {
	return command("moves", words.MovesHelp{}, (*Bot).check, colorParameter(words.MovesColorHelp{}), boardParameter()).harmless().textOnly()
}

func colorParameter(about words.Message) parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "color", Choices: parse.Choices("black", "white")}, About: about}
}

func boardParameter() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "board", Type: chat.TypeRest}, About: words.CheckBoardHelp{}}
}

func (b *Bot) check(ctx context.Context, r *request) (chat.Response, error) {
	p, color, err := b.checkedPosition(r)
	if err != nil {
		return chat.Response{}, err
	}
	square, err := r.action.Square(r.args, r.Limits)
	if err == parse.ErrNoSquare {
		return whisper(chat.Message{Text: legalMovesText(r.Own, p, color), Footers: r.assumption()}), nil
	}
	if err != nil {
		return chat.Response{}, err
	}
	return whisper(chat.Message{Text: explainVerdict(r.Own, p.Check(color, square)), Footers: r.assumption()}), nil
}

// assumption returns a footer that says that the answer is about the start position, if it is.
func (r *request) assumption() []chat.Text {
	if r.args.Has("board") || r.room.Active != nil {
		return nil
	}
	return []chat.Text{r.Own.Text(words.StartBoard{})}
}

// checkedPosition returns the given board, else the running game's, else the start position.
func (b *Bot) checkedPosition(r *request) (rules.Position, rules.Color, error) {
	color, colored := r.args.Color()
	p := rules.Start()
	if r.args.Has("board") {
		board, sided, err := b.Grammar.Records().Board(r.args.Text("board"))
		switch p = board; {
		case err != nil:
			return p, color, recordRefusal(err)
		case !colored && !sided:
			return p, color, refused(words.WhoseBoard{})
		}
	} else if g, err := r.activeGame(); err == nil {
		p = g.Position()
	}
	if !colored {
		color = p.ToMove
	}
	return p, color, nil
}

func explainVerdict(l *words.Language, v rules.Verdict) chat.Text {
	switch {
	case v.Legal():
		return withRays(l, v, words.IsLegal{Square: v.Square, Color: v.Color, Flips: words.Count(v.Flips.Len()), Discs: words.All(v.Flips)})
	case v.Occupied:
		return l.Text(words.IsOccupied{Square: v.Square, Color: v.Color, Disc: v.Disc})
	default:
		return withRays(l, v, words.FlipsNothing{Square: v.Square, Color: v.Color})
	}
}

func withRays(l *words.Language, v rules.Verdict, verdict words.Message) chat.Text {
	text := l.Text(verdict)
	for _, ray := range v.Rays {
		text = appendLine(text, l.Text(describeRay(v.Color, ray)))
	}
	return text
}

func describeRay(c rules.Color, ray rules.Ray) words.Message {
	run, count, other := words.All(ray.Run), words.Count(ray.Run.Len()), c.Opponent()
	switch {
	case ray.Closed():
		return words.RayFlips{Direction: ray.Direction, Squares: run, Discs: count, Opponent: other, End: ray.EndSquare, Color: c}
	case count == 0 && ray.End == rules.EndEdge:
		return words.RayEdge{Direction: ray.Direction}
	case count == 0 && ray.End == rules.EndEmpty:
		return words.RayEmpty{Direction: ray.Direction, End: ray.EndSquare}
	case count == 0:
		return words.RayOwn{Direction: ray.Direction, End: ray.EndSquare, Color: c}
	case ray.End == rules.EndEdge:
		return words.RayOpenEdge{Direction: ray.Direction, Squares: run, Discs: count, Opponent: other}
	default:
		return words.RayOpen{Direction: ray.Direction, Squares: run, Discs: count, Opponent: other, End: ray.EndSquare}
	}
}

func legalMovesText(l *words.Language, p rules.Position, color rules.Color) chat.Text {
	legal := p.LegalFor(color)
	if legal.IsEmpty() {
		return l.Text(words.MayPlayNothing{Color: color})
	}
	p.ToMove = color
	var list []chat.Text
	for s := range legal.Squares() {
		list = append(list, l.Text(words.MayPlayOne{Square: s, Flips: p.Flips(s).Len()}))
	}
	return l.Text(words.MayPlay{Color: color, Moves: l.List(list)})
}

func legalChoices(_ context.Context, _ *Bot, r *request) []chat.Choice {
	g, err := r.activeGame()
	if err != nil {
		return nil
	}
	return r.legalIn(g)
}

func (r *request) legalIn(g game.Game) (list []chat.Choice) {
	p := g.Position()
	for s := range p.Legal().Squares() {
		label := words.MoveChoice{Square: s, Flips: words.Count(p.Flips(s).Len())}
		list = append(list, chat.Choice{Label: r.Own.String(label), Value: s.String()})
	}
	return list
}
