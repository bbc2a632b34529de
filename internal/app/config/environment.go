package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/joho/godotenv"

	"othellobot/internal/spelling"
)

// environment returns the value of every key that is set, from the environment or else from the file.
// A key that is set to "" maps to "". The warning says that other users can read the file.
func environment(file string, getenv func(string) string) (env map[string]string, warning string, err error) {
	fromFile, problems := readFile(file)
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		warning = "others may read the environment file"
	}
	env = make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, err := valueOf(key, getenv, fromFile)
		_, empty := fromFile[key]
		switch {
		case err != nil:
			problems = append(problems, err)
		case value != "" || empty || slices.Contains(os.Environ(), key+"="):
			env[key] = value
		}
	}
	problems = append(problems, wrongProxies(fromFile, getenv)...)
	unset := slices.DeleteFunc([]string{"DISCORD_", "SLACK_"}, func(prefix string) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(env)), func(key string) bool { return strings.HasPrefix(key, prefix) })
	})
	problems = append(problems, misspellings(slices.Sorted(maps.Keys(fromFile)), nil, unset)...)
	var variables []string
	for _, v := range os.Environ() {
		if name, value, _ := strings.Cut(v, "="); value != "" {
			variables = append(variables, name)
		}
	}
	slices.Sort(variables)
	problems = append(problems, misspellings(variables, env, unset)...)
	return env, warning, errors.Join(problems...)
}

var proxyKeys = []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}

// wrongProxies returns a problem for each malformed proxy address, and for each proxy that only the file
// sets, where [net/http] does not read it.
func wrongProxies(fromFile map[string]string, getenv func(string) string) (problems []error) {
	for _, key := range proxyKeys {
		address := getenv(key)
		if address == "" && fromFile[key] != "" {
			problems = append(problems, fmt.Errorf("%s: it counts in the environment only, not in the file; set it in the unit, the container or the shell that starts the bot", key))
		}
		if strings.EqualFold(key, "NO_PROXY") {
			continue
		}
		if !strings.Contains(address, "://") {
			address = "http://" + address
		}
		if _, err := url.Parse(address); err != nil {
			problems = append(problems, fmt.Errorf("%s: not an address such as http://user:password@proxy.example:3128; in the password write %%40 for @ and %%25 for %%", key))
		}
	}
	return problems
}

// valueOf returns the value of KEY, or else the content of the file that KEY_FILE names. Both may be in the
// environment or else in the environment file.
func valueOf(key string, getenv func(string) string, fromFile map[string]string) (string, error) {
	value, file := strings.TrimSpace(getenv(key)), strings.TrimSpace(getenv(key+"_FILE"))
	if value == "" && file == "" {
		value, file = strings.TrimSpace(fromFile[key]), strings.TrimSpace(fromFile[key+"_FILE"])
	}
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s: %s_FILE is set too; set one of them", key, key)
	}
	content, err := readText(file)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: %w", key, err)
	}
	if value = strings.TrimSpace(content); value == "" {
		return "", fmt.Errorf("%s_FILE: the file is empty", key)
	}
	return value, nil
}

// assignment matches a line KEY=value, as in shells or in YAML, and captures key and value.
var assignment = regexp.MustCompile(`^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*[=:]\s*(.*?)\s*$`)

var comment = regexp.MustCompile(`(?:^|\s+)#(?:\s.*)?$`)

// readFile returns the values in a file of KEY=value lines. A missing file has no values.
func readFile(name string) (values map[string]string, problems []error) {
	text, err := readText(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", name, err)}
	}
	values = make(map[string]string)
	lines := make(map[string]int) // line numbers of the bot's keys
	number := 0
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		where := fmt.Sprintf("line %d of %s", number, name)
		parts := assignment.FindStringSubmatch(line)
		if parts == nil {
			problems = append(problems, fmt.Errorf("%s: not KEY=value", where)) // the line may contain a secret
			continue
		}
		key := parts[1]
		value, err := literal(key, parts[2])
		if _, ours := keys[strings.TrimSuffix(key, "_FILE")]; !ours {
			values[key] = value
			continue
		}
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("%s: %s: %w", key, where, err))
		case lines[key] > 0:
			problems = append(problems, fmt.Errorf("%s: %s: it is set on line %d too", key, where, lines[key]))
		}
		values[key], lines[key] = value, number
	}
	return values, problems
}

// literal returns a key's value exactly as written in the file. It fails if godotenv would read
// another value, because godotenv expands $ and drops backslashes.
func literal(key, text string) (string, error) {
	value := text
	if quote := text[:min(len(text), 1)]; quote == `"` || quote == "'" {
		inside, behind, closed := strings.Cut(text[1:], quote)
		switch {
		case !closed:
			return "", errors.New("the quotation mark at the beginning is not closed on the line")
		case strings.HasSuffix(inside, `\`), strings.TrimSpace(comment.ReplaceAllString(behind, "")) != "":
			return "", errors.New("there is text after the closing quotation mark; put a value with quotation marks in the other kind, or in a file that " + key + "_FILE names")
		}
		value, text = inside, quote+inside+quote
	} else {
		text = comment.ReplaceAllString(text, "")
		value = text
	}
	if read, err := godotenv.Unmarshal("value=" + text); err == nil && read["value"] == value {
		return value, nil
	}
	for _, c := range []struct{ char, cause string }{
		{"$", "a $ would be replaced"},
		{`\`, "a backslash would be left out"},
		{"#", "a # behind a space begins a comment, if a space follows it"},
	} {
		if strings.Contains(value, c.char) {
			return "", errors.New(c.cause + "; put the value in single quotes")
		}
	}
	return "", errors.New("it would be changed; put the value in single quotes")
}

func readText(name string) (string, error) {
	content, err := os.ReadFile(name)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return "", fmt.Errorf("the file cannot be read: %w", failed.Err)
	}
	switch {
	case err != nil:
		return "", err
	case bytes.HasPrefix(content, []byte("\ufeff")):
		return "", errors.New("the file begins with a byte order mark; save it as UTF-8 without one")
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")), bytes.IndexByte(content, 0) >= 0:
		return "", errors.New("the file is in UTF-16 or no text; save it as UTF-8")
	case !utf8.Valid(content):
		return "", errors.New("the file is not in UTF-8; save it so")
	}
	return string(content), nil
}

const maxMisspelling = 2 // number of letters that differ

// misspellings returns a problem for every name that is nearly one of the bot's keys, unless the nearest key is
// set. unset holds the prefixes of platforms without any key: there every name with the prefix is a problem.
// All other names belong to other programs.
func misspellings(names []string, set map[string]string, unset []string) (problems []error) {
	known := slices.Sorted(maps.Keys(keys))
	for _, name := range names {
		plain := strings.TrimSuffix(strings.ToUpper(name), "_FILE")
		if _, ours := keys[strings.TrimSuffix(name, "_FILE")]; ours {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return spelling.Distance(plain, a) - spelling.Distance(plain, b) })
		near := spelling.Distance(plain, nearest) <= maxMisspelling ||
			slices.ContainsFunc(unset, func(prefix string) bool {
				return strings.HasPrefix(plain, prefix) && strings.HasPrefix(nearest, prefix)
			})
		if near && set[nearest] == "" {
			problems = append(problems, fmt.Errorf("%s: there is no such key; the nearest is %s", printable(name), nearest))
		}
	}
	return problems
}

// printable returns the key if it looks like one, or else "a key", because it may be a secret.
func printable(key string) string {
	if strings.Trim(strings.ToUpper(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "a key"
	}
	return key
}

// Variable returns the value of a variable that is not a setting, from the environment or else from the file.
func Variable(file, name string, getenv func(string) string) (string, error) {
	fromFile, _ := readFile(file) // Load has reported its problems
	return valueOf(name, getenv, fromFile)
}
