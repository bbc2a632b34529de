package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Check gives the rules that the body of a request breaks, empty for none: what
// Discord documents but does not put into its specification, and what this
// project asks of itself on top. The route is as in [Request.Route].
func Check(route, contentType string, raw []byte) []string {
	k := &checker{}
	text, files, err := splitBody(contentType, raw)
	switch {
	case err != nil:
		k.breaks("the body cannot be read: %v", err)
		return k.problems
	case len(text) == 0:
		k.breaks("there is no body")
		return k.problems
	case files == nil && !strings.HasPrefix(contentType, "application/json"):
		k.breaks("the content type is %q", contentType)
	}
	var b any
	if err := json.Unmarshal(text, &b); err != nil {
		k.breaks("the body is no JSON: %v", err)
		return k.problems
	}
	k.nulls(b, "")
	o, isObject := b.(object)
	switch {
	case strings.HasSuffix(route, "/commands"):
		k.commands(b, strings.Contains(route, "/guilds/"))
		return k.problems
	case !isObject:
		k.breaks("the body is no object")
		return k.problems
	case route == RouteCallback:
		k.callback(o, files)
	case strings.HasSuffix(route, "/emojis"):
		k.emoji(o)
	case strings.HasSuffix(route, "/threads"):
		k.thread(o)
	case route == RouteCreateDM:
		k.fields("a conversation", o, "recipient_id")
	default:
		k.message(o, kindOfMessage(route), files)
	}
	return k.problems
}

// checker collects broken rules.
type checker struct{ problems []string }

func (k *checker) breaks(format string, values ...any) {
	k.problems = append(k.problems, fmt.Sprintf(format, values...))
}

// wants notes a broken rule unless it holds.
func (k *checker) wants(holds bool, format string, values ...any) {
	if !holds {
		k.breaks(format, values...)
	}
}

// length wants a text of so many characters. They are counted in UTF-16 units,
// which are never fewer than what Discord counts.
func (k *checker) length(what string, text any, least, most int) {
	s, _ := text.(string)
	n := units(s)
	k.wants(n >= least && n <= most, "%s has %d characters, want %d to %d", what, n, least, most)
}

// nulls finds lists that are null, which here and there means "empty" and here
// and there "as before".
func (k *checker) nulls(value any, at string) {
	lists := []string{
		"attachments", "choices", "components", "contexts", "embeds", "integration_types", "options", "parse", "roles",
		"users", "values",
	}
	switch v := value.(type) {
	case nil:
		k.wants(at != "", "the body is null")
	case object:
		for key, inner := range v {
			if inner == nil {
				k.wants(!slices.Contains(lists, key), "%s is null", strings.TrimPrefix(at+"."+key, "."))
				continue
			}
			k.nulls(inner, strings.TrimPrefix(at+"."+key, "."))
		}
	case []any:
		for i, inner := range v {
			k.nulls(inner, fmt.Sprintf("%s[%d]", at, i))
		}
	}
}

// fields wants no fields but these: one that is misspelt is ignored by Discord.
func (k *checker) fields(what string, o object, known ...string) {
	for key := range o {
		k.wants(slices.Contains(known, key), "%s has no field %q", what, key)
	}
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }

func listOf(value any) []any {
	all, _ := value.([]any)
	return all
}

func objectOf(value any) object {
	o, _ := value.(object)
	return o
}

func textOf(value any) string {
	s, _ := value.(string)
	return s
}

func numberOf(value any) int {
	n, _ := value.(float64)
	return int(n)
}
