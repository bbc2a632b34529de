package config

import (
	"errors"
	"regexp"
	"strings"
	"unicode"
)

var textLine = regexp.MustCompile(`[^\r\n]+`)

// Assign returns the text of an environment file, changed so that it sets the key to the value. The
// other lines stay as they are. It fails if no quotes can hold the value.
func Assign(text, key, value string) (string, error) {
	assigned := ""
	for _, mark := range []string{"", "'", `"`} {
		quoted := mark + value + mark
		read, err := literal(key, quoted)
		if assigned == "" && err == nil && read == value && strings.TrimSpace(quoted) == quoted {
			assigned = key + "=" + quoted
		}
	}
	if assigned == "" || strings.ContainsFunc(value, unicode.IsControl) {
		return "", errors.New(key + ": no line can hold this value; write it to a file, and set " + key + "_FILE to its name")
	}
	set := false
	text = textLine.ReplaceAllStringFunc(text, func(line string) string {
		switch parts := assignment.FindStringSubmatch(line); {
		case parts == nil || parts[1] != key:
			return line
		case set:
			return ""
		}
		set = true
		return assigned
	})
	if set {
		return text, nil
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + assigned + "\n", nil
}

// Settings returns the values that [Load] reads, and its problems.
func Settings(file string, getenv func(string) string) (map[string]string, error) {
	env, _, missing := environment(file, getenv)
	_, wrong := read(env, false)
	return env, errors.Join(missing, wrong)
}
