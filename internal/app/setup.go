package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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

// setupStep is the question for a key's token, with the way to get it.
type setupStep struct{ key, how string }

func setupSteps() (forDiscord, forSlack []setupStep, err error) {
	manifest, err := slack.Manifest("", true, false, bot.Commands(words.Load()))
	return []setupStep{{"DISCORD_TOKEN", `
On Discord:
  1. Open https://discord.com/developers/applications, press "New Application" and give it a name.
  2. On its page "Bot", press "Reset Token" and copy the token. Leave the privileged intents off.`}},
		[]setupStep{
			{"SLACK_APP_TOKEN", `
On Slack:
  1. Open this link, choose your workspace, and press "Next" and "Create":
     ` + slack.NewAppURL(manifest) + `
     If it does not work: at https://api.slack.com/apps choose "Create New App", "From a manifest", and paste
     what "bot manifest slack" prints.
  2. On the app's page "Basic Information", under "App-Level Tokens", make a token with the scope connections:write.`},
			{"SLACK_BOT_TOKEN", `  3. On its page "Install App", install it and copy the "Bot User OAuth Token".`},
		},
		err
}

func invitation(applicationID string) string {
	return "  3. Open this link and choose your server. You need the permission Manage Server there:\n     " + discord.InviteURL(applicationID) + "\n"
}

// explainSetup prints the steps for an operator without a terminal.
func (p program) explainSetup() error {
	forDiscord, forSlack, err := setupSteps()
	file := cmp.Or(p.flags.env, ".env")
	for _, step := range slices.Concat(forDiscord, forSlack) {
		fmt.Fprintf(p.stdout, "%s\n     Write it to %s:  %s=…\n", step.how, file, step.key)
		if step.key == "DISCORD_TOKEN" {
			fmt.Fprint(p.stdout, invitation("APPLICATION_ID"))
		}
	}
	fmt.Fprintf(p.stdout, "One platform is enough. Then run chmod 600 %s, and bot check, which tests the tokens.\n", file)
	return errors.Join(err, &usageError{errors.New("setup needs a terminal, to ask questions and hide tokens; the steps by hand are above")})
}

var errSetupEnded = errors.New("setup: ended early; nothing was written")

// interview asks the questions and writes the file. It reports whether to start the bot.
func (p program) interview(ctx context.Context, file *environmentFile) (start bool, err error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP) // of a terminal that is closed
	defer stop()
	if p.readLine == nil {
		restore, err := p.takeTerminal(ctx, stop)
		if err != nil {
			return false, err
		}
		defer restore()
	}
	fmt.Fprintf(p.stdout, "This connects the bot to a platform, and writes the tokens to %s. Ctrl-C ends it.\n", file.name)
	forDiscord, forSlack, err := setupSteps()
	if err != nil {
		return false, err
	}
	var steps []setupStep
	for platforms := map[string][]setupStep{"discord": forDiscord, "slack": forSlack, "both": slices.Concat(forDiscord, forSlack)}; steps == nil; {
		answer, err := p.readLine("Where do people play? Type discord, slack or both: ")
		if err != nil {
			return false, errSetupEnded
		}
		steps = platforms[strings.ToLower(strings.TrimSpace(answer))]
	}
	env, wrong := file.load(p.getenv)
	others := slices.DeleteFunc(strings.Split(fmt.Sprint(wrong), "\n"), func(problem string) bool {
		return wrong == nil || slices.ContainsFunc(steps, func(s setupStep) bool { return strings.HasPrefix(problem, s.key+": ") })
	})
	if len(others) > 0 {
		return false, &usageError{errors.New("setup: correct these first, nothing was written:\n" + strings.Join(others, "\n"))}
	}
	for _, step := range steps {
		token, err := p.askToken(ctx, step, env)
		if err == nil && token != env[step.key] {
			file.text, err = config.Assign(file.text, step.key, token)
		}
		if err != nil {
			return false, err
		}
		env[step.key] = token
	}
	if err := file.replace(env, p.getenv); err != nil {
		return false, &usageError{fmt.Errorf("setup: nothing was written: %w", err)}
	}
	fmt.Fprintf(p.stdout, `
The tokens are in %s, and only you can read it.
To start the bot again, run the same command without "setup" in this folder.
"The first hour" in OPERATIONS.md goes on: how to keep it running, back it up and watch it.
`, file.name)
	answer, err := p.readLine("Start the bot now, to play with /othello start in a channel? [Y/n] ")
	return err == nil && ctx.Err() == nil && (answer == "" || strings.HasPrefix(strings.ToLower(answer), "y")), nil
}

// askToken asks until the platform accepts a token. An empty answer means the last token, at first the one in env.
func (p program) askToken(ctx context.Context, step setupStep, env map[string]string) (string, error) {
	token := env[step.key]
	fmt.Fprintln(p.stdout, step.how)
	if token != "" {
		fmt.Fprintf(p.stdout, "%s is set. Press Enter to keep it, or paste another.\n", step.key)
	}
	for {
		typed, err := p.readSecret(step.key + " (stays hidden): ")
		if err != nil {
			return "", errSetupEnded
		}
		typed = cmp.Or(strings.TrimSpace(typed), token)
		f := &findings{to: logging.Redact(p.stdout, config.NewSecret(typed))}
		if err = config.Check(step.key, typed); typed == "" {
			err = errors.New("nothing arrived; paste the token, then press Enter")
		}
		if err != nil {
			f.fail(step.key, err)
			continue
		}
		token = typed
		switch secret := config.NewSecret(token); step.key {
		case "DISCORD_TOKEN":
			f.discord(ctx, config.Discord{APIURL: env["DISCORD_API_URL"], Token: secret})
		case "SLACK_APP_TOKEN":
			f.slack(ctx, config.Slack{APIURL: env["SLACK_API_URL"], AppToken: secret})
		case "SLACK_BOT_TOKEN":
			f.slack(ctx, config.Slack{APIURL: env["SLACK_API_URL"], BotToken: secret})
		}
		if ctx.Err() != nil {
			return "", errSetupEnded
		}
		if f.failed == 0 {
			if f.applicationID != "" {
				fmt.Fprint(p.stdout, invitation(f.applicationID))
			}
			return token, nil
		}
		fmt.Fprintln(p.stdout, "Copy the token again, in one piece, or press Enter to try this one once more.")
	}
}

// environmentFile is an environment file that setup changes. next is its new version, in the same folder.
type environmentFile struct {
	name, text string
	next       *os.File
}

// openEnvironment fails if the file could not be replaced later. The caller must discard the result.
func openEnvironment(name string) (*environmentFile, error) {
	info, err := os.Lstat(name)
	if name == "" || err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q cannot be replaced; give -env the name of the file, not of a folder or a link", name)
	}
	content, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
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

// load writes the text to the new version, and returns the settings in it and their problems.
func (f *environmentFile) load(getenv func(string) string) (map[string]string, error) {
	_, err := f.next.WriteAt([]byte(f.text), 0)
	if err := errors.Join(err, f.next.Truncate(int64(len(f.text))), f.next.Sync()); err != nil {
		return nil, err
	}
	env, err := config.Settings(f.next.Name(), getenv)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), f.next.Name(), f.name))
	}
	return env, err
}

// replace puts the new version in place of the file. It fails if the environment overrides a wanted setting.
func (f *environmentFile) replace(wanted map[string]string, getenv func(string) string) error {
	env, err := f.load(getenv)
	for key, value := range wanted {
		if err == nil && env[key] != value {
			err = fmt.Errorf("%s: the environment sets another value; change it there", key)
		}
	}
	if err == nil {
		err = f.next.Close() // some systems rename only closed files
	}
	if err != nil {
		return err
	}
	return os.Rename(f.next.Name(), f.name)
}

// takeTerminal makes p ask at the terminal in raw mode, until restore is called. Ctrl-C ends the input and
// calls stop.
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
	p.readSecret = func(prompt string) (string, error) { return pasted(e.ReadPassword(prompt)) }
	p.readLine = func(prompt string) (string, error) {
		e.SetPrompt(prompt)
		return pasted(e.ReadLine())
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
