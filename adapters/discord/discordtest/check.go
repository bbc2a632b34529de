package discordtest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Check returns the problems of a request. It applies Discord's specification, which needs
// OTHELLO_DATA, Discord's documented rules, and additional rules of this project. The route is
// as in [Request.Route].
func Check(route string, query url.Values, contentType string, raw []byte) []string {
	text, files, err := Split(contentType, raw)
	var b any
	k := &checker{}
	switch method, _, _ := strings.Cut(route, " "); {
	case err != nil:
		k.breaks("the body cannot be read: %v", err)
	case method == "GET" || method == "DELETE":
	case len(text) == 0:
		k.breaks("there is no body")
	case files == nil && !strings.HasPrefix(contentType, "application/json"):
		k.breaks("the content type is %q", contentType)
	case json.Unmarshal(text, &b) != nil:
		k.breaks("the body is no JSON")
	default:
		k.noNullLists(b)
		k.body(route, b, files)
	}
	if len(k.problems) > 0 || !HasSpec() {
		return k.problems
	}
	s, err := loadSpec()
	if err != nil {
		return []string{err.Error()}
	}
	return s.request(route, query, text)
}

func (k *checker) body(route string, b any, files map[string]Attachment) {
	o := objectOf(b)
	switch {
	case strings.HasSuffix(route, "/commands"):
		k.commands(listOf(b), strings.Contains(route, "/guilds/"))
	case route == RouteCallback:
		k.callback(o, files)
	case strings.HasSuffix(route, "/emojis"), route == RouteCreateDM:
	case strings.HasSuffix(route, "/threads"):
		k.wants(o["type"] != nil, "a thread has no type, which may come to be required, and would be private")
	default:
		k.message(o, messageKind{new: strings.HasPrefix(route, "POST "), webhook: strings.Contains(route, "/webhooks/")}, files)
	}
}

type checker struct{ problems []string }

func (k *checker) breaks(format string, values ...any) {
	k.problems = append(k.problems, fmt.Sprintf(format, values...))
}

func (k *checker) wants(holds bool, format string, values ...any) {
	if !holds {
		k.breaks(format, values...)
	}
}

func (k *checker) once(what string, texts []string) {
	for i, text := range texts {
		k.wants(text == "" || !slices.Contains(texts[:i], text), "%s %q is there twice", what, text)
	}
}

// lists names the fields that hold lists. A null list sometimes means "empty" and sometimes "as
// before".
var lists = []string{"attachments", "choices", "components", "contexts", "integration_types", "options", "parse", "users"}

// noNullLists reports null lists at any depth. The specification refuses unknown fields.
func (k *checker) noNullLists(value any) {
	switch v := value.(type) {
	case object:
		for key, inner := range v {
			k.wants(inner != nil || !slices.Contains(lists, key), "%s is null", key)
			k.noNullLists(inner)
		}
	case []any:
		for _, inner := range v {
			k.noNullLists(inner)
		}
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
