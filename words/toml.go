package words

import (
	"fmt"
	"strconv"
	"strings"
)

// entries finds what stands below the headers of a file, each at the beginning of a line, as
// no line of a text may.
func entries(text string) map[string]string {
	found := make(map[string]string, strings.Count(text, "\n["))
	_, rest, more := strings.Cut(text, "\n[")
	for more {
		var entry string
		entry, rest, more = strings.Cut(rest, "\n[")
		name, body, _ := strings.Cut(entry, "]")
		found[name] = body
	}
	return found
}

// entry is a message as it stands in a file: texts by their keys.
type entry map[string]string

// entryOf reads what stands below a header. Of TOML that is what these files need: comments,
// and texts in any of the quotes there are.
func entryOf(body string) (entry, error) {
	found := make(entry)
	for {
		if body = strings.TrimSpace(body); body == "" {
			return found, nil
		}
		line, rest, _ := strings.Cut(body, "\n")
		if line[0] == '#' {
			body = rest
			continue
		}
		key, value, _ := strings.Cut(body, "=")
		text, rest, err := unquote(strings.TrimSpace(value))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		found[strings.TrimSpace(key)], body = text, rest
	}
}

// unquote reads the text in quotes that s begins with, and returns what follows it.
func unquote(s string) (text, rest string, err error) {
	for _, quote := range []string{`"""`, "'''", `"`, `'`} {
		body, begins := strings.CutPrefix(s, quote)
		if !begins {
			continue
		}
		if len(quote) > 1 {
			body = strings.TrimPrefix(body, "\n")
		}
		escapes := quote[0] == '"'
		for end := 0; end < len(body); end++ {
			switch {
			case strings.HasPrefix(body[end:], quote):
				if text = body[:end]; escapes {
					text, err = unescape(text)
				}
				return text, body[end+len(quote):], err
			case escapes && body[end] == '\\':
				end++
			}
		}
	}
	return "", "", strconv.ErrSyntax
}

// unescape puts the characters in that are named behind a backslash.
func unescape(s string) (string, error) {
	var text strings.Builder
	for {
		before, _, found := strings.Cut(s, `\`)
		text.WriteString(before)
		if !found {
			return text.String(), nil
		}
		r, _, rest, err := strconv.UnquoteChar(s[len(before):], '"')
		if err != nil {
			return "", err
		}
		text.WriteRune(r)
		s = rest
	}
}
