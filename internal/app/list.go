package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"othellobot/game"
	"othellobot/internal/app/config"
)

// listed is a running game as operators see it.
type listed struct {
	Game   string    `json:"game"`
	Place  string    `json:"place"`
	Mode   string    `json:"mode,omitempty"`
	Ply    int       `json:"ply"` // number of moves played
	Color  string    `json:"color,omitempty"`
	Player string    `json:"player,omitempty"` // the player to move, if one person can
	Since  time.Time `json:"since,omitzero"`   // when the turn began
	Error  string    `json:"error,omitempty"`  // why the game cannot be read
}

// listGames lists the running games, place by place.
func listGames(ctx context.Context, c config.Config, asJSON bool, now time.Time, stdout io.Writer) error {
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("games: %w", err)
	}
	defer kept.Close()
	show, end := showText(stdout, now)
	if asJSON {
		show, end = showJSON(stdout)
	}
	if err := kept.Running(ctx, func(g game.Game, err error) error { return show(list(g, err)) }); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	return end()
}

func list(g game.Game, unreadable error) listed {
	l := listed{Game: g.ID.String(), Place: string(g.Place)}
	if unreadable != nil {
		l.Error = unreadable.Error()
		return l
	}
	color := g.Position().ToMove
	l.Ply, l.Color, l.Since = len(g.Moves), color.String(), g.Since().UTC()
	l.Mode = "open"
	if g.Mode == game.Duel {
		l.Mode, l.Player = "duel", string(g.Player(color))
	}
	return l
}

// showJSON writes one object per line.
func showJSON(w io.Writer) (show func(listed) error, end func() error) {
	out := json.NewEncoder(w)
	return func(l listed) error { return out.Encode(l) }, func() error { return nil }
}

// showText writes a table.
func showText(w io.Writer, now time.Time) (show func(listed) error, end func() error) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "GAME\tPLACE\tMODE\tPLY\tTO MOVE\tFOR") // a write error shows again at the end
	games := 0
	show = func(l listed) error {
		games++
		if l.Error != "" {
			_, err := fmt.Fprintf(out, "%s\t%s\t(cannot be read)\n", l.Game, l.Place)
			return err
		}
		_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%s %s\t%s\n", l.Game, l.Place, l.Mode, l.Ply,
			l.Color, cmp.Or(l.Player, "(anybody)"), age(now.Sub(l.Since)))
		return err
	}
	end = func() error {
		_, _ = fmt.Fprintln(out, count(games, "game"))
		return out.Flush()
	}
	return show, end
}

// age formats a duration in its largest unit, such as 12s, 5m, 3h or 2d.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	default:
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	}
}

// count formats a number of things; thing is the singular.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
