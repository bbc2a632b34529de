package discordtest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// CheckRequest returns how a request breaks Discord's documented rules or those of this project. With
// OTHELLO_DATA, it also applies Discord's specification. The route is as in [Request.Route].
func CheckRequest(route string, query url.Values, contentType string, raw []byte) []string {
	text, files, err := SplitBody(contentType, raw)
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

// lists holds fields that must not be null, which means "empty" in some and "unchanged" in others.
var lists = []string{"attachments", "choices", "components", "contexts", "integration_types", "options", "parse", "users"}

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

// Limits that the specification does not contain:
// https://docs.discord.com/developers/resources/message and
// https://docs.discord.com/developers/components/reference.
const (
	maxContent     = 2000 // UTF-16 units; Discord's own count is never higher
	maxRows        = 5
	linkStyle      = 5
	maxChoiceValue = 100
	maxFields      = 5 // fields of a form
)

type messageKind struct {
	new, webhook bool
}

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object.
func (k *checker) callback(o object, files map[string]Attachment) {
	data, given := o["data"].(object)
	switch kind := numberOf(o["type"]); kind {
	case CallbackDeferredUpdate:
		k.wants(len(data) == 0, "a callback of type %d has data", kind)
	case CallbackMessage:
		k.message(data, messageKind{new: true, webhook: true}, files)
	case CallbackUpdate:
		k.wants(given, "a callback of type 7 has no data")
		k.message(data, messageKind{webhook: true}, files)
	case CallbackDeferred:
		for key := range data {
			k.wants(key == "flags", "a deferred answer has %s", key)
		}
		k.wants(numberOf(data["flags"])&^flagEphemeral == 0, "a deferred answer has the flags %v, and only EPHEMERAL is valid", data["flags"])
	case CallbackChoices:
		_, isList := data["choices"].([]any)
		k.wants(isList, "the choices are no list")
		k.choices(listOf(data["choices"]))
	case CallbackForm:
		all, ids := listOf(data["components"]), []string(nil)
		k.wants(!given || len(all) > 0 && len(all) <= maxFields, "a form has %d components, want 1 to %d", len(all), maxFields)
		for _, c := range all {
			k.wants(numberOf(objectOf(c)["type"]) == labelComponent, "a component of a form is of type %v, want a label", objectOf(c)["type"])
			ids = append(ids, textOf(objectOf(objectOf(c)["component"])["custom_id"]))
		}
		k.once("the custom_id of a field", ids)
	}
}

func (k *checker) choices(all []any) {
	for _, c := range all {
		n := units(textOf(objectOf(c)["value"]))
		k.wants(n <= maxChoiceValue, "the value of a choice has %d characters, want at most %d", n, maxChoiceValue)
	}
}

func (k *checker) message(o object, kind messageKind, files map[string]Attachment) {
	content, hasContent := o["content"].(string)
	k.wants(units(content) <= maxContent, "the content has %d UTF-16 units, want at most %d", units(content), maxContent)
	rows := listOf(o["components"])
	k.wants(!kind.new || strings.TrimSpace(content) != "" || len(rows)+len(files) > 0, "the message is empty")
	allowed, given := o["allowed_mentions"].(object)
	k.wants(given || !hasContent, "there is content without allowed_mentions")
	parse, isList := allowed["parse"].([]any)
	k.wants(!given || isList && len(parse) == 0, "allowed_mentions.parse is %v, want an empty list", allowed["parse"])
	valid := 0
	if kind.new && kind.webhook {
		valid = flagEphemeral
	}
	k.wants(numberOf(o["flags"])&^valid == 0, "the flags are %v, and of these only %d are valid here", o["flags"], valid)
	k.rows(rows)
}

func (k *checker) rows(rows []any) {
	k.wants(len(rows) <= maxRows, "there are %d rows, want at most %d", len(rows), maxRows)
	var ids []string
	for _, r := range rows {
		controls := listOf(objectOf(r)["components"])
		for _, c := range controls {
			control := objectOf(c)
			link := numberOf(control["type"]) == button && numberOf(control["style"]) == linkStyle
			if !link {
				ids = append(ids, textOf(control["custom_id"]))
			}
			if numberOf(control["type"]) == button {
				k.wants(link == (textOf(control["custom_id"]) == ""), "a button has no custom_id, or a link has one")
				k.wants(link == (textOf(control["url"]) != ""), "a link has no url, or another button has one")
				k.wants(textOf(control["label"]) != "", "a button has no label")
				continue
			}
			k.wants(len(controls) == 1, "a row has a select and something else")
			var values []string
			for _, o := range listOf(control["options"]) {
				values = append(values, textOf(objectOf(o)["value"]))
				k.wants(objectOf(o)["description"] != "", "the description of an option is empty")
			}
			k.once("the value of an option", values)
		}
	}
	k.once("the custom_id", ids)
}
