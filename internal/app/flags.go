package app

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"othellobot/internal/app/config"
	"othellobot/words"
)

// program holds what the parts of one running bot share.
type program struct {
	config.Config
	flags  options
	words  *words.Catalog // nil in operators' commands
	log    *slog.Logger
	getenv func(string) string

	readLine, readSecret func(prompt string) (string, error) // nil except during setup

	stdin          io.Reader
	stdout, stderr io.Writer
}

type usageError struct{ error }

type options struct {
	env, board, pictures, play  string
	web                         string // loopback address of the page; empty if there is no page
	command, argument           string // empty to run the bot
	to                          string // second argument of copy
	output                      string // file of an export; empty for standard output
	local, version, json, force bool
	check                       bool // flag of the command version
}

// commands maps each command to a description of its argument, or "" if it takes no argument.
var commands = map[string]string{
	"healthcheck": "",
	"check":       "",
	"setup":       "",
	"games":       "",
	"stop":        "the id of a game, as games lists it",
	"notice":      "the line to tell everybody, - to tell it no more",
	"forget":      "whom to forget: a person, PLATFORM/TEAM/USER, or all of a team, PLATFORM/TEAM/",
	"export":      "the person whose data it writes, PLATFORM/TEAM/USER",
	"ratings":     "check, annul GAME, or annul PLATFORM/TEAM/ PLATFORM/TEAM/USER",
	"backup":      "the file to copy the database into, - for standard output",
	"restore":     "the copy to put in the place of the database, - for standard input",
	"copy":        "two databases: copy FROM TO, each a URL or the name of a variable with one, such as DATABASE_URL",
	"version":     "",
	"manifest":    "the platform to print it for: manifest slack",
}

const usage = `usage: bot [flags]              run everything that the environment configures
       bot [flags] setup        connect the bot to Discord or Slack: ask for the tokens, test them, write them to .env, and start
       bot [flags] check        try the configuration, the database, the addresses, the tokens and the clock: 0 if all is well, else 1
       bot [flags] healthcheck  ask a running bot whether it is ready: 0 yes, 1 no, 2 it does not listen
       bot [flags] games [-json]  list the games that are being played
       bot [flags] stop GAME    end a game without a result; its board says so within half a minute
       bot [flags] forget PLATFORM/TEAM/USER  take a person out of all games, as their own "forget" does
       bot [flags] forget PLATFORM/TEAM/      delete all that is kept of a server or workspace
       bot [flags] export [-o FILE] PLATFORM/TEAM/USER  write all that is kept of a person as JSON; -o makes a ZIP file with it and their games as GGF
       bot [flags] notice TEXT  tell everybody who plays a line once, such as when the bot is restarted; - to tell it no more
       bot [flags] ratings check  compute all ratings again from the log of rated games: 0 if they are the same, else 1
       bot [flags] ratings annul GAME  have a rated game, or in a server all of a person, change no rating, nor what followed
       bot [flags] ratings annul PLATFORM/TEAM/ PLATFORM/TEAM/USER
       bot [flags] backup FILE  copy the SQLite database into a new file, also while a bot uses it; - for standard output
       bot [flags] restore [-force] FILE  put a copy in the place of the SQLite database; -force replaces one that is there
       bot [flags] copy FROM TO  copy all data to another database, SQLite or PostgreSQL, while no bot uses them; each is a URL,
                                or a variable with one, such as DATABASE_URL; repeat it to continue a copy that was interrupted
       bot [flags] version [-check]  print the version; -check compares the database's schema with it: 0 if this program can use it, else 1
       bot [flags] manifest slack  print the manifest of an app for this configuration

`

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("bot", flag.ContinueOnError)
	set.SetOutput(io.Discard) // Exit prints the error
	o.env = ".env"            // the default file may be missing
	given := ""
	set.Func("env", "read the environment from this `file` too; the default is .env, and an empty name means none", func(file string) error { o.env, given = file, file; return nil })
	set.BoolVar(&o.local, "local", false, "run the local channel on standard input and output")
	set.StringVar(&o.board, "board", "", "how the local channel draws the board, emoji or text: `style`")
	set.StringVar(&o.pictures, "pictures", "", "have the local channel write its pictures and files into this `folder`")
	set.BoolFunc("web", "show the local channel in a browser, at this loopback `address`; "+defaultWeb+" unless told", o.setWeb)
	set.StringVar(&o.play, "play", "", "with -web: show a transcript from this `file`, step by step")
	set.BoolVar(&o.version, "version", false, "print the version and exit")
	err := set.Parse(joinAddress(args))
	if err == nil && set.NArg() > 0 {
		err = o.parseCommand(set.Arg(0), set.Args()[1:])
	}
	if errors.Is(err, flag.ErrHelp) {
		set.SetOutput(stderr)
		fmt.Fprint(stderr, usage)
		set.PrintDefaults()
	}
	if err != nil {
		return o, err
	}
	if given != "" && o.command != "setup" { // setup makes the file
		if _, err := os.Stat(given); err != nil {
			return o, fmt.Errorf("-env: %w", err)
		}
	}
	if !slices.Contains([]string{"", "emoji", "text"}, o.board) {
		return o, errors.New("-board is emoji or text")
	}
	if o.play != "" && o.web == "" {
		return o, errors.New("-play needs -web")
	}
	return o, nil
}

func (p program) misuse() error {
	return &usageError{fmt.Errorf("%s takes %s", p.flags.command, commands[p.flags.command])}
}

// joinAddress rewrites -web ADDRESS to -web=ADDRESS, as package flag requires for an optional value.
func joinAddress(args []string) []string {
	for i, arg := range args {
		if i+1 == len(args) || arg != "-web" && arg != "--web" {
			continue
		}
		next := args[i+1]
		if _, command := commands[next]; !command && next != "" && next[0] != '-' {
			return slices.Concat(args[:i], []string{arg + "=" + next}, args[i+2:])
		}
	}
	return args
}

func (o *options) parseCommand(name string, args []string) error {
	takes, known := commands[name]
	if name == "help" {
		return flag.ErrHelp
	}
	if !known {
		return fmt.Errorf("there is no command %q; bot -h lists them, and bot without arguments runs everything that is configured", name)
	}
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	switch name {
	case "games":
		set.BoolVar(&o.json, "json", false, "")
	case "export":
		set.StringVar(&o.output, "o", "", "")
	case "restore":
		set.BoolVar(&o.force, "force", false, "")
	case "version":
		set.BoolVar(&o.check, "check", false, "")
	}
	if err := set.Parse(args); err != nil {
		return fmt.Errorf("%s: %w; flags such as -env stand before the command", name, err)
	}
	o.command, o.argument = name, set.Arg(0)
	o.version = name == "version" && !o.check
	if name == "ratings" && set.NArg() > 0 {
		o.argument = strings.Join(set.Args(), " ")
		return nil
	}
	if name == "copy" && set.NArg() == 2 {
		o.to = set.Arg(1)
		return nil
	}
	switch {
	case takes == "" && set.NArg() > 0:
		return fmt.Errorf("%s takes no arguments; put flags before it", name)
	case takes != "" && (set.NArg() != 1 || o.argument == "") || name == "copy" || name == "manifest" && o.argument != "slack":
		return fmt.Errorf("%s takes %s", name, takes)
	}
	return nil
}

const defaultWeb = "127.0.0.1:8321"

func (o *options) setWeb(address string) error {
	if address == "true" { // without an address, package flag passes "true"
		address = defaultWeb
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("it is an address such as %s", defaultWeb)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("%q is no loopback address: the page is for this machine alone, as at %s", host, defaultWeb)
	}
	o.web = address
	return nil
}

// commit is the source revision. The linker sets it where Go does not record it:
// -ldflags="-X othellobot/internal/app.commit=…".
var commit string

func build() (version, revision, by string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", commit, "an unknown version of Go"
	}
	revision = commit
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return cmp.Or(info.Main.Version, "unknown"), revision, info.GoVersion
}

func version() string {
	version, revision, by := build()
	if revision != "" {
		version += " " + revision
	}
	return "othellobot " + version + " " + by
}
