package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/notice"
	"othellobot/internal/deadline"
	"othellobot/store"
)

// openForOperator opens the database of a bot that may be running. Calls may take longer than the bot's.
func openForOperator(ctx context.Context, c config.Config) (*store.Store, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	db, err := store.OpenForOperator(ctx, url, timing(c))
	if err != nil {
		return nil, err
	}
	db.SetLimits(store.Limits{Attempt: deadline.Search, Search: deadline.Search, Sweep: deadline.Sweep})
	return db, nil
}

// operate runs a command on the database of a bot that may be running. It prints the line that the
// command returns, or puts the command's name before its error.
func (p program) operate(ctx context.Context, run func(*store.Store) (string, error)) error {
	db, err := openForOperator(ctx, p.Config)
	line := ""
	if err == nil {
		defer db.Close()
		line, err = run(db)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.flags.command, err)
	}
	_, err = fmt.Fprintln(p.stdout, line)
	return err
}

func (p program) stopGame(ctx context.Context) error {
	text := p.flags.argument
	id, err := game.ParseID(text)
	if err != nil || id == 0 {
		return p.misuse()
	}
	return p.operate(ctx, func(db *store.Store) (string, error) {
		at, err := placeOf(ctx, db, id)
		var g game.Game
		if err == nil {
			g, err = game.NewTable(db, timing(p.Config)).Stop(ctx, at, id, time.Now())
		}
		switch {
		case errors.Is(err, game.ErrUnknown):
			return "", fmt.Errorf("there is no game %s", text)
		case err != nil:
			return "", fmt.Errorf("game %s: %w", text, err)
		}
		return fmt.Sprintf("stopped: game %s in %s; a running bot says so on its board within half a minute", g.ID, g.Place), nil
	})
}

func placeOf(ctx context.Context, db *store.Store, id game.ID) (at game.Place, err error) {
	err = db.EachRunning(ctx, func(g game.Game, unreadable error) error {
		if g.ID != id {
			return nil
		}
		at = g.Place
		return unreadable
	})
	if at != "" || err != nil {
		return at, err
	}
	past, err := db.Past(ctx, game.PastFilter{Game: id}, 1)
	if err != nil || len(past) == 0 {
		return "", cmp.Or(err, game.ErrUnknown)
	}
	return past[0].Game.Place, nil
}

// postNotice posts a notice, or removes it if the argument is "-".
func (p program) postNotice(ctx context.Context) error {
	return p.operate(ctx, func(db *store.Store) (string, error) {
		text := p.flags.argument
		if text == "-" {
			return "noticed: nothing is told any more", notice.Remove(ctx, db.Installs)
		}
		return "noticed: everybody who plays is told once, for a day or until bot notice -", notice.Post(ctx, db.Installs, text, time.Now())
	})
}

type gameRow struct {
	Game   string    `json:"game"`
	Place  string    `json:"place"`
	Mode   string    `json:"mode,omitempty"`
	Ply    int       `json:"ply"` // number of moves played
	Color  string    `json:"color,omitempty"`
	Player string    `json:"player,omitempty"` // the player to move in a duel
	Since  time.Time `json:"since,omitzero"`   // when the turn began
	Error  string    `json:"error,omitempty"`  // why the game cannot be read
}

// listGames lists the running games, grouped by place, in a table or as one JSON object per line.
func (p program) listGames(ctx context.Context) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0) // a write error shows again at the end
	write := func(r gameRow) error { return r.writeTo(table) }
	if p.flags.json {
		write = func(r gameRow) error { return json.NewEncoder(p.stdout).Encode(r) }
	} else {
		_, _ = fmt.Fprintln(table, "GAME\tPLACE\tMODE\tPLY\tTO MOVE\tFOR")
	}
	db, err := openForOperator(ctx, p.Config)
	games := 0
	if err == nil {
		defer db.Close()
		err = db.EachRunning(ctx, func(g game.Game, unreadable error) error {
			games++
			return write(newGameRow(g, unreadable))
		})
	}
	if err != nil {
		return fmt.Errorf("games: %w", err)
	}
	if !p.flags.json {
		_, _ = fmt.Fprintln(table, plural(games, "game"))
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

// age formats a duration, such as 12s, 5m, 3h or 2d.
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

// plural formats a number of things; thing is the singular.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

var errMisrated = errors.New("ratings are not what the log of rated games comes to; annulling any game there computes them again")

func (p program) ratings(ctx context.Context) error {
	words := strings.Fields(p.flags.argument)
	var tenant game.Tenant
	var games game.Annulment
	switch {
	case p.flags.argument == "check":
		return p.operate(ctx, func(db *store.Store) (string, error) { return checkRatings(ctx, db) })
	case len(words) == 2 && words[0] == "annul":
		id, err := game.ParseID(words[1])
		if err != nil || id == 0 {
			return p.misuse()
		}
		games.Game = id
	case len(words) == 3 && words[0] == "annul":
		user, err := chat.ParseUserID(words[2])
		if tenant = game.Place(words[1]).Tenant(); err != nil || user.ID == "" || !validID(user) || string(tenant) != words[1] {
			return p.misuse()
		}
		games.Player = game.Player(user.String())
	default:
		return p.misuse()
	}
	return p.operate(ctx, func(db *store.Store) (string, error) {
		if games.Game != 0 {
			f, err := game.NewTable(db, timing(p.Config)).Finished(ctx, games.Game)
			if err != nil && !errors.Is(err, game.ErrUnknown) {
				return "", err
			}
			tenant = f.Tenant
		}
		annulled, err := db.Annul(ctx, tenant, games)
		if err == nil && len(annulled) == 0 {
			err = errors.New("there is no such rated game that is not annulled")
		}
		return fmt.Sprintf("annulled: %s; all ratings of %s are computed again", plural(len(annulled), "game"), tenant), err
	})
}

func checkRatings(ctx context.Context, db *store.Store) (string, error) {
	people, wrong, err := db.CheckRatings(ctx)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d of %d: %w", wrong, people, errMisrated)
	}
	return fmt.Sprintf("checked: %s as the log of rated games has it", plural(people, "rating")), err
}

// validID reports whether u can be a user of the platform, or a team if u.ID is empty. An impossible
// user must not be reported as forgotten.
func validID(u chat.UserID) bool {
	if u.Platform == slack.Platform {
		return u.Team != ""
	}
	_, err := strconv.ParseUint(u.Team+u.ID, 10, 64) // one of them is empty
	return u.Platform == discord.Platform && err == nil && (u.Team == "" || u.ID == "")
}
