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
		k.fields(b)
		k.body(route, b, files)
	}
	if len(k.problems) > 0 || !HasSpec() {
		return k.problems
	}
	spec, err := LoadSpec()
	if err != nil {
		return []string{err.Error()}
	}
	return spec.Request(route, query, text)
}

func (k *checker) body(route string, b any, files map[string]Attachment) {
	o := objectOf(b)
	switch {
	case strings.HasSuffix(route, "/commands"):
		k.commands(listOf(b), strings.Contains(route, "/guilds/"))
	case route == RouteCallback:
		k.callback(o, files)
	case strings.HasSuffix(route, "/emojis"):
		k.emoji(o)
	case strings.HasSuffix(route, "/threads"):
		k.wants(o["type"] != nil, "a thread has no type, which may come to be required, and would be private")
	case route == RouteCreateDM:
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

// Fields that requests may contain: lists, and others.
var (
	sentLists = []string{"attachments", "choices", "components", "contexts", "integration_types", "options", "parse", "users"}
	sent      = strings.Fields(`allowed_mentions auto_archive_duration autocomplete component content custom_id data description
		description_localizations enforce_nonce filename flags handler id image label max_length max_value min_value name
		name_localizations nonce nsfw placeholder recipient_id required style title type value`)
)

// fields reports fields outside the lists above, because Discord may ignore unknown fields. It
// also reports null lists, because null sometimes means "empty" and sometimes "as before".
func (k *checker) fields(value any) {
	switch v := value.(type) {
	case object:
		for key, inner := range v {
			isList := slices.Contains(sentLists, key)
			k.wants(isList || slices.Contains(sent, key), "there is a field %q", key)
			k.wants(!isList || inner != nil, "%s is null", key)
			if !strings.HasSuffix(key, "_localizations") {
				k.fields(inner)
			}
		}
	case []any:
		for _, inner := range v {
			k.fields(inner)
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
