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

type gameRow struct {
	Game   string    `json:"game"`
	Place  string    `json:"place"`
	Mode   string    `json:"mode,omitempty"`
	Ply    int       `json:"ply"` // number of moves played
	Color  string    `json:"color,omitempty"`
	Player string    `json:"player,omitempty"` // the player to move, if one person can
	Since  time.Time `json:"since,omitzero"`   // when the turn began
	Error  string    `json:"error,omitempty"`  // why the game cannot be read
}

// listGames lists the running games, grouped by place, in a table or as one JSON object per line.
func listGames(ctx context.Context, c config.Config, asJSON bool, stdout io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0) // a write error shows again at the end
	write := func(r gameRow) error { return r.writeTo(table) }
	if asJSON {
		write = func(r gameRow) error { return json.NewEncoder(stdout).Encode(r) }
	} else {
		_, _ = fmt.Fprintln(table, "GAME\tPLACE\tMODE\tPLY\tTO MOVE\tFOR")
	}
	db, err := openForOperator(ctx, c)
	if err != nil {
		return fmt.Errorf("games: %w", err)
	}
	defer db.Close()
	games := 0
	err = db.EachRunning(ctx, func(g game.Game, unreadable error) error {
		games++
		return write(newGameRow(g, unreadable))
	})
	if err != nil {
		return fmt.Errorf("games: %w", err)
	}
	if !asJSON {
		_, _ = fmt.Fprintln(table, count(games, "game"))
	}
	return table.Flush()
}

func newGameRow(g game.Game, unreadable error) gameRow {
	r := gameRow{Game: g.ID.String(), Place: string(g.Place)}
	if unreadable != nil {
		r.Error = unreadable.Error()
		return r
	}
	color := g.Position().ToMove
	r.Ply, r.Color, r.Since = len(g.Moves), color.String(), g.Since().UTC()
	r.Mode = "open"
	if g.Mode == game.Duel {
		r.Mode, r.Player = "duel", string(g.Player(color))
	}
	return r
}

func (r gameRow) writeTo(table io.Writer) error {
	if r.Error != "" {
		_, err := fmt.Fprintf(table, "%s\t%s\t(cannot be read)\n", r.Game, r.Place)
		return err
	}
	_, err := fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s %s\t%s\n", r.Game, r.Place, r.Mode, r.Ply,
		r.Color, cmp.Or(r.Player, "(anybody)"), age(time.Since(r.Since)))
	return err
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
