package config

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var textLine = regexp.MustCompile(`[^\r\n]+`)

// Assign sets a key to a value in the text of an environment file, and returns the text. The other lines stay
// as they are. It fails if no quotes can hold the value.
func Assign(text, key, value string) (string, error) {
	marks := []string{"", "'", `"`}
	i := slices.IndexFunc(marks, func(mark string) bool {
		quoted := mark + value + mark
		read, err := literal(key, quoted)
		return err == nil && read == value && strings.TrimSpace(quoted) == quoted
	})
	if i < 0 || strings.ContainsFunc(value, unicode.IsControl) {
		return "", errors.New(key + ": no line can hold this value; write it to a file, and set " + key + "_FILE to its name")
	}
	assigned, set := key+"="+marks[i]+value+marks[i], false
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

// Settings returns the values that [Load] would read, and their problems.
func Settings(file string, getenv func(string) string) (map[string]string, error) {
	env, _, missing := environment(file, getenv)
	_, wrong := read(env, false)
	return env, errors.Join(missing, wrong)
}
