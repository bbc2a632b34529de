package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/words"
)

// setup asks for a platform and its tokens, tests them, writes them to the environment file, and offers
// to start the bot.
func (p program) setup(ctx context.Context) error {
	if p.readLine == nil && !(isTerminal(p.stdin) && isTerminal(p.stdout)) {
		return p.explainSetup()
	}
	file, err := openEnvironment(p.flags.env)
	if err != nil {
		return &usageError{fmt.Errorf("setup: %w", err)}
	}
	defer file.discard()
	start, err := p.interview(ctx, file)
	if err != nil || !start {
		return err
	}
	return Run(ctx, []string{"-env", p.flags.env}, p.getenv, p.stdin, p.stdout, p.stderr)
}

// setupStep is one token that setup asks for.
type setupStep struct {
	key, how string
	check    func(ctx context.Context, c config.Config, token string) (report string, err error)
}

func discordSteps() []setupStep {
	return []setupStep{{"DISCORD_TOKEN", `On Discord:
  1. Open https://discord.com/developers/applications, press "New Application" and give it a name.
  2. On its page "Bot", press "Reset Token" and copy the token. Leave the privileged intents off.`, checkDiscordToken}}
}

func checkDiscordToken(ctx context.Context, c config.Config, token string) (string, error) {
	api := ""
	if c.Discord != nil {
		api = c.Discord.APIURL
	}
	app, err := discord.Identify(ctx, api, token)
	return fmt.Sprintf("The token is that of the application %q, in about %s.\n%s", app.Name, plural(app.Servers, "server"), invitation(app.ID)), err
}

func invitation(applicationID string) string {
	return "  3. Open this link and choose your server. You need the permission Manage Server there:\n     " + discord.InviteURL(applicationID)
}

func slackSteps() ([]setupStep, error) {
	manifest, err := slack.Manifest("", true, false, bot.Commands(words.Load()))
	return []setupStep{
		{"SLACK_APP_TOKEN", `On Slack:
  1. Open this link, choose your workspace, and press "Next" and "Create". If it does not work, choose "From a
     manifest" at https://api.slack.com/apps?new_app=1, and paste what "bot manifest slack" prints.
     ` + slack.NewAppURL(manifest) + `
  2. On its page "Basic Information", under "App-Level Tokens", generate a token with the scope connections:write.`, checkSlackAppToken},
		{"SLACK_BOT_TOKEN", `  3. On its page "Install App", install it and copy the "Bot User OAuth Token".`, checkSlackBotToken},
	}, err
}

func slackAPI(c config.Config) string {
	if c.Slack == nil {
		return ""
	}
	return c.Slack.APIURL
}

func checkSlackAppToken(ctx context.Context, c config.Config, token string) (string, error) {
	return "Slack lets the app connect with this token.", slack.CheckAppToken(ctx, slackAPI(c), token)
}

func checkSlackBotToken(ctx context.Context, c config.Config, token string) (string, error) {
	who, err := slack.Identify(ctx, slackAPI(c), token)
	return fmt.Sprintf("The token is that of %q in the workspace %q.", who.User, who.Team), err
}

// explainSetup prints the steps for an operator without a terminal.
func (p program) explainSetup() error {
	forSlack, err := slackSteps()
	for _, step := range slices.Concat(discordSteps(), forSlack) {
		fmt.Fprintf(p.stdout, "%s\n     Write it to %s:  %s=…\n", step.how, cmp.Or(p.flags.env, ".env"), step.key)
		if step.key == "DISCORD_TOKEN" {
			fmt.Fprintln(p.stdout, invitation("APPLICATION_ID"))
		}
	}
	fmt.Fprintf(p.stdout, "Then: chmod 600 %s, and \"bot check\" tests the tokens. One platform is enough.\n", cmp.Or(p.flags.env, ".env"))
	return errors.Join(err, &usageError{errors.New("setup asks questions and hides tokens, which needs a terminal; these are the steps by hand")})
}

var errSetupEnded = errors.New("setup: ended early; nothing was written")

// interview reports whether to start the bot.
func (p program) interview(ctx context.Context, file *environmentFile) (start bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if p.readLine == nil {
		restore, err := p.takeTerminal(ctx, stop)
		if err != nil {
			return false, err
		}
		defer restore()
	}
	steps, err := p.choosePlatforms()
	if err != nil {
		return false, err
	}
	c, err := file.load(p.getenv)
	if steps, err = unsettled(steps, c, err); err != nil {
		return false, &usageError{err}
	}
	set := make(map[string]string)
	for _, step := range steps {
		if set[step.key], err = p.askToken(ctx, file, c, step); err != nil {
			return false, err
		}
	}
	if err := file.save(set, p.getenv); err != nil {
		return false, &usageError{fmt.Errorf("setup: nothing was written: %w", err)}
	}
	fmt.Fprintf(p.stdout, `%s has %s, and only you can read it.
To start the bot again, run the same command without "setup" in this folder.
"The first hour" in OPERATIONS.md goes on: how to keep it running, back it up and watch it.
`, file.name, strings.Join(slices.Sorted(maps.Keys(set)), " and "))
	answer, err := p.readLine("Start the bot now? [Y/n] ")
	return err == nil && ctx.Err() == nil && (answer == "" || strings.HasPrefix(strings.ToLower(answer), "y")), nil
}

func (p program) choosePlatforms() (steps []setupStep, err error) {
	forSlack, err := slackSteps()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(p.stdout, "This connects the bot to a platform, and writes the tokens to %s. Ctrl-C ends it.\n", p.flags.env)
	for {
		answer, err := p.readLine("Where do people play? discord, slack or both: ")
		if err != nil {
			return nil, errSetupEnded
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "discord", "d", "1":
			return discordSteps(), nil
		case "slack", "s", "2":
			return forSlack, nil
		case "both", "b", "3":
			return append(discordSteps(), forSlack...), nil
		}
		fmt.Fprintln(p.stdout, "Please type discord, slack or both.")
	}
}

// unsettled drops the steps that the configuration does not need. wrong are the problems of the
// configuration; it fails with those that the steps do not solve.
func unsettled(steps []setupStep, c config.Config, wrong error) ([]setupStep, error) {
	asks := func(key string) bool {
		return slices.ContainsFunc(steps, func(s setupStep) bool { return s.key == key })
	}
	var others []string
	if wrong != nil {
		for line := range strings.SplitSeq(wrong.Error(), "\n") {
			if key, _, _ := strings.Cut(line, ":"); !asks(key) {
				others = append(others, line)
			}
		}
	}
	if others != nil {
		return nil, errors.New("setup: correct these first, nothing was written:\n" + strings.Join(others, "\n"))
	}
	if c.Slack == nil || !asks("SLACK_BOT_TOKEN") {
		return steps, nil
	}
	if c.Slack.ClientID != "" {
		return nil, errors.New("setup: SLACK_CLIENT_ID is set, for many workspaces; docs/slack.md describes that by hand")
	}
	byHTTP := c.Slack.SigningSecret.Reveal() != "" && c.Slack.AppToken.Reveal() == ""
	return slices.DeleteFunc(steps, func(s setupStep) bool { return byHTTP && s.key == "SLACK_APP_TOKEN" }), nil
}

// askToken asks until the platform accepts a token. An empty answer means the one from before.
func (p program) askToken(ctx context.Context, file *environmentFile, c config.Config, step setupStep) (string, error) {
	fmt.Fprintln(p.stdout, step.how)
	token, elsewhere := current(c, step.key), file.isSetElsewhere(step.key, p.getenv)
	if elsewhere {
		fmt.Fprintf(p.stdout, "%s is set in the environment or by %s_FILE, and stays so.\n", step.key, step.key)
	} else if token != "" {
		fmt.Fprintf(p.stdout, "%s is set. Press Enter to keep it, or paste another.\n", step.key)
	}
	for {
		typed := ""
		if !elsewhere {
			var err error
			if typed, err = p.readSecret(step.key + " (stays hidden): "); err != nil {
				return "", errSetupEnded
			}
		}
		typed = cmp.Or(strings.TrimSpace(typed), token)
		if typed == "" {
			fmt.Fprintln(p.stdout, "Nothing arrived. Paste the token, then press Enter.")
			continue
		}
		safe := logging.Redact(p.stdout, config.NewSecret(typed))
		if err := config.Check(step.key, typed); err != nil && !elsewhere {
			fmt.Fprintf(safe, "That does not work: %v.\n", err)
			continue
		}
		token = typed
		limited, cancel := context.WithTimeout(ctx, platformTimeout)
		report, err := step.check(limited, c, token)
		cancel()
		switch {
		case ctx.Err() != nil:
			return "", errSetupEnded
		case err == nil:
			fmt.Fprintln(p.stdout, report)
			return token, nil
		case elsewhere:
			return "", &usageError{fmt.Errorf("setup: %s: %w", step.key, err)}
		}
		fmt.Fprintf(safe, "That does not work: %v. Copy the token again, in one piece, or press Enter to try this one once more.\n", err)
	}
}

func current(c config.Config, key string) string {
	switch {
	case key == "DISCORD_TOKEN" && c.Discord != nil:
		return c.Discord.Token.Reveal()
	case key == "SLACK_BOT_TOKEN" && c.Slack != nil:
		return c.Slack.BotToken.Reveal()
	case key == "SLACK_APP_TOKEN" && c.Slack != nil:
		return c.Slack.AppToken.Reveal()
	}
	return ""
}

// environmentFile is an environment file that setup changes, and its future version in the same folder.
type environmentFile struct {
	name, text string
	next       *os.File
}

// openEnvironment finds reasons why the file could not be written at the end. The caller must discard
// the result.
func openEnvironment(name string) (*environmentFile, error) {
	if name == "" {
		return nil, errors.New("it needs a file: -env names none")
	}
	info, err := os.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file with -env FILE", name)
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is a link or a device; name the file itself with -env FILE", name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	content, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: run setup as the owner of the file", err)
	}
	next, err := os.CreateTemp(filepath.Dir(name), ".env-*")
	if err != nil {
		return nil, fmt.Errorf("the folder of %s cannot be written: %w", name, err)
	}
	f := &environmentFile{name, strings.TrimPrefix(string(content), "\ufeff"), next}
	if mine, err := next.Stat(); info != nil && (err != nil || owner(mine) != owner(info)) {
		f.discard()
		return nil, fmt.Errorf("%s belongs to another user; run setup as that user", name)
	}
	return f, nil
}

func (f *environmentFile) discard() { _ = errors.Join(f.next.Close(), os.Remove(f.next.Name())) }

// load reads the configuration from the current text.
func (f *environmentFile) load(getenv func(string) string) (config.Config, error) {
	_, err := f.next.WriteAt([]byte(f.text), 0)
	if err := errors.Join(err, f.next.Truncate(int64(len(f.text))), f.next.Sync()); err != nil {
		return config.Config{}, err
	}
	c, _, err := config.Load(f.next.Name(), getenv, false)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), f.next.Name(), f.name))
	}
	return c, err
}

// isSetElsewhere reports whether a line KEY=value in the file would not count.
func (f *environmentFile) isSetElsewhere(key string, getenv func(string) string) bool {
	named := regexp.MustCompile(`(?m)^\s*(?:export\s+)?` + key + `_FILE\s*[=:]\s*[^\s#]`)
	return getenv(key) != "" || getenv(key+"_FILE") != "" || named.MatchString(f.text)
}

// save replaces the file, if it can be loaded with the new values.
func (f *environmentFile) save(set map[string]string, getenv func(string) string) (err error) {
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if f.isSetElsewhere(key, getenv) {
			continue
		}
		if f.text, err = config.Assign(f.text, key, set[key]); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	c, err := f.load(getenv)
	for key, value := range set {
		if err == nil && current(c, key) != value {
			err = fmt.Errorf("%s: it would be read differently", key)
		}
	}
	if err != nil {
		return err
	}
	return os.Rename(f.next.Name(), f.name)
}

// takeTerminal makes p ask at the terminal, which no longer shows what is typed. Ctrl-C ends the input and
// calls stop. The returned function undoes this.
func (p *program) takeTerminal(ctx context.Context, stop func()) (restore func(), err error) {
	keys, typed, err := os.Pipe() // its buffer holds what is typed during a check, so that Ctrl-C gets through
	if err != nil {
		return nil, err
	}
	e, restoreMode, ok := startEditing(p.stdin.(*os.File), keys, p.stdout.(*os.File), func(string) []string { return nil })
	if !ok {
		return nil, errors.Join(errors.New("setup: this terminal cannot hide what is typed"), keys.Close(), typed.Close())
	}
	context.AfterFunc(ctx, func() { _ = typed.Close() })
	go func() {
		_, _ = io.Copy(interrupter{typed, stop}, p.stdin) // ends at the first write after the pipe is closed
		stop()
	}()
	p.stdout = e
	p.readSecret = e.ReadPassword
	p.readLine = func(prompt string) (string, error) {
		e.SetPrompt(prompt)
		return e.ReadLine()
	}
	return func() { restoreMode(); _ = keys.Close() }, nil
}

// interrupter passes keys on, and calls stop when Ctrl-C is pressed.
type interrupter struct {
	io.Writer
	stop func()
}

func (i interrupter) Write(keys []byte) (int, error) {
	if bytes.IndexByte(keys, '\x03') >= 0 {
		i.stop()
	}
	return i.Writer.Write(keys)
}
