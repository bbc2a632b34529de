package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/joho/godotenv"
)

// assignment matches a line KEY=value, as in shells or in YAML, and captures key and value.
var assignment = regexp.MustCompile(`^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*[=:]\s*(.*?)\s*$`)

// comment matches the comment after an unquoted value.
var comment = regexp.MustCompile(`(?:^|\s+)#(?:\s.*)?$`)

// readFile returns the values in a file of KEY=value lines. A missing file has no values. A line that is
// neither KEY=value nor a comment is a problem. So is a value of the bot's keys that literal rejects.
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
			problems = append(problems, fmt.Errorf("%s: not KEY=value", where)) // without the line itself, which may contain a secret
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
		if at := comment.FindStringIndex(text); at != nil {
			text = text[:at[0]]
		}
		value = text
	}
	read, err := godotenv.Unmarshal("value=" + text)
	if err == nil && read["value"] == value {
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

// readText reads a text file, which must be UTF-8.
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
