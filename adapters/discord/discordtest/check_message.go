package discordtest

import (
	"slices"
	"strings"
)

// What a message may hold,
// https://docs.discord.com/developers/resources/message and
// https://docs.discord.com/developers/resources/message#embed-object-embed-limits.
const (
	maxContent        = 2000
	maxAttachments    = 10
	maxAttachment     = 10 << 20 // bytes; the usual attachment_size_limit of an interaction
	maxAttachmentText = 1024
	maxMentionedUsers = 100
	maxChoices        = 25
	maxChoiceName     = 100
	maxChoiceValue    = 100
)

// messageKind says which fields and flags a message may have.
type messageKind struct {
	new, webhook bool
}

func kindOfMessage(route string) messageKind {
	return messageKind{new: strings.HasPrefix(route, "POST "), webhook: strings.Contains(route, "/webhooks/")}
}

// callback checks the first answer to an interaction,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object.
func (k *checker) callback(o object, files map[string]Attachment) {
	k.fields("a callback", o, "type", "data")
	data, given := o["data"].(object)
	switch kind := numberOf(o["type"]); kind {
	case CallbackPong, CallbackDeferral:
		k.wants(len(data) == 0, "a callback of type %d has data", kind)
	case CallbackMessage:
		k.message(data, messageKind{new: true, webhook: true}, files)
	case CallbackUpdate:
		k.wants(given, "a callback of type 7 has no data")
		k.message(data, messageKind{webhook: true}, files)
	case CallbackDeferred:
		k.fields("a deferred answer", data, "flags")
		k.wants(numberOf(data["flags"])&^flagEphemeral == 0, "a deferred answer has the flags %v, and only EPHEMERAL is valid", data["flags"])
	case CallbackChoices:
		k.fields("a list of choices", data, "choices")
		k.choices(data["choices"])
	case CallbackForm:
		k.form(data)
	default:
		k.breaks("there is no callback of type %v", o["type"])
	}
}

// form holds a form against what the specification leaves out: a field stands in a label.
func (k *checker) form(o object) {
	k.fields("a form", o, "custom_id", "title", "components")
	k.length("the custom_id of a form", o["custom_id"], 1, 100)
	k.length("the title of a form", o["title"], 1, 45)
	all, _ := o["components"].([]any)
	k.wants(len(all) > 0 && len(all) <= 5, "a form has %d components, want 1 to 5", len(all))
	seen := map[string]bool{}
	for _, c := range all {
		label := objectOf(c)
		k.fields("a label of a form", label, "type", "label", "description", "component")
		k.wants(numberOf(label["type"]) == 18, "a component of a form is of type %v, want a label", label["type"])
		k.length("a label of a form", label["label"], 1, 45)
		field := objectOf(label["component"])
		k.fields("a field of a form", field, "type", "custom_id", "style", "min_length", "max_length", "required", "value", "placeholder")
		k.wants(numberOf(field["type"]) == 4, "a field of a form is of type %v, want a text", field["type"])
		id, _ := field["custom_id"].(string)
		k.wants(!seen[id], "two fields of a form have the custom_id %q", id)
		seen[id] = true
	}
}

func (k *checker) choices(value any) {
	all, isList := value.([]any)
	k.wants(isList, "the choices are no list")
	k.wants(len(all) <= maxChoices, "there are %d choices, want at most %d", len(all), maxChoices)
	for _, c := range all {
		k.length("the name of a choice", objectOf(c)["name"], 1, maxChoiceName)
		if value, isText := objectOf(c)["value"].(string); isText {
			k.length("the value of a choice", value, 1, maxChoiceValue)
		}
	}
}

func (k *checker) message(o object, kind messageKind, files map[string]Attachment) {
	known := []string{"content", "allowed_mentions", "components", "attachments", "flags"}
	if kind.new && !kind.webhook {
		known = append(known, "nonce", "enforce_nonce")
	}
	k.fields("a message", o, known...)
	content, hasContent := o["content"].(string)
	k.wants(units(content) <= maxContent, "the content has %d UTF-16 units, want at most %d", units(content), maxContent)
	rows := listOf(o["components"])
	if kind.new {
		k.wants(strings.TrimSpace(content) != "" || len(rows)+len(files) > 0, "the message is empty")
	}
	k.mentions(o, hasContent)
	k.flags(o, kind)
	k.files(o, files)
	k.rows(rows)
}

// mentions wants whom a message may notify to be said, and nobody by the way.
func (k *checker) mentions(o object, hasContent bool) {
	allowed, given := o["allowed_mentions"].(object)
	if !given {
		k.wants(!hasContent, "there is content without allowed_mentions")
		return
	}
	k.fields("allowed_mentions", allowed, "parse", "users")
	parse, isList := allowed["parse"].([]any)
	k.wants(isList && len(parse) == 0, "allowed_mentions.parse is %v, want an empty list", allowed["parse"])
	users := listOf(allowed["users"])
	k.wants(len(users) <= maxMentionedUsers, "allowed_mentions has %d users, want at most %d", len(users), maxMentionedUsers)
	for i, user := range users {
		k.wants(!slices.Contains(users[:i], user), "allowed_mentions has the user %v twice", user)
	}
}

// flags checks the flags,
// https://docs.discord.com/developers/resources/message#message-object-message-flags.
func (k *checker) flags(o object, kind messageKind) {
	valid := 0
	if kind.new && kind.webhook {
		valid = flagEphemeral
	}
	k.wants(numberOf(o["flags"])&^valid == 0, "the flags are %v, and of these only %d are valid here", o["flags"], valid)
}

// files checks uploads,
// https://docs.discord.com/developers/reference#uploading-files.
func (k *checker) files(o object, files map[string]Attachment) {
	listed := map[string]bool{}
	all := listOf(o["attachments"])
	for _, a := range all {
		attachment := objectOf(a)
		k.length("the description of an attachment", attachment["description"], 0, maxAttachmentText)
		switch id := attachment["id"].(type) {
		case string:
			listed[id] = true
		case float64:
			listed[decimal(uint64(id))] = true
		}
	}
	n := max(len(all), len(files))
	k.wants(n <= maxAttachments, "there are %d attachments, want at most %d", n, maxAttachments)
	for number, file := range files {
		k.wants(len(file.Data) <= maxAttachment, "the file %q has %d bytes, want at most %d", file.Filename, len(file.Data), maxAttachment)
		k.wants(file.Filename != "", "the file %s has no name", number)
		k.wants(listed[number] || o["attachments"] == nil, "the file %s is not listed in attachments", number)
	}
}
