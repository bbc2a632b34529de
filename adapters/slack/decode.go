package slack

import (
	"regexp"
	"slices"
	"strings"

	"othellobot/chat"
)

// mentionForm matches a mention of a user or a group, and a typed name that Slack did not resolve,
// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping.
var mentionForm = regexp.MustCompile(`<@([UW][A-Z0-9]+)(?:\|([^<>]*))?>|<!subteam\^[^<>]*>|(?:^|[\s:])@[\pL\pN._-]+`)

func (d delivery) action(self string, offered []chat.Command) (chat.Action, error) {
	a := chat.Action{
		User:     chat.UserID{Platform: Platform, Team: d.team, ID: d.user},
		Place:    d.place(),
		Group:    d.Closed,
		Delivery: chat.Delivery(d.id),
	}
	if !isID(d.user) || !isID(d.Channel) {
		return a, errNotUnderstood
	}
	var err error
	switch {
	case d.kind == commandKind:
		err = d.readWords(&a, self)
	case d.kind == messageKind && d.user != self:
		err = d.readWords(&a, self)
		addressed := func(w chat.Token) bool { return w.Kind == chat.MentionsBot }
		if i := slices.IndexFunc(a.Tokens, addressed); err == nil && i >= 0 { // the first mention of the bot only addresses the bot
			a.Tokens = slices.Delete(a.Tokens, i, i+1)
		}
	case d.kind == pressKind && d.control != "":
		a.Control, a.Message = d.control, d.pressed().name()
	case d.kind == formKind && d.Verb != "" && d.Argument != "":
		a.Verb, a.Args = d.Verb, []chat.Argument{{Name: d.Argument, Value: chat.Token{Text: d.text}}}
	case d.kind == shortcutKind:
		err = d.readShortcut(&a, offered)
	default:
		err = errNotUnderstood
	}
	return a, err
}

func (d delivery) readShortcut(a *chat.Action, offered []chat.Command) error {
	for _, c := range offered {
		for _, s := range c.Shortcuts {
			if c.Name != d.Verb || s.Menu != chat.MenuMessage {
				continue
			}
			a.Verb, a.Args = c.Name, slices.Clone(s.Args)
			if s.Argument != "" {
				a.Args = append(a.Args, chat.Argument{Name: s.Argument, Value: chat.Token{Text: d.text}})
			}
			return nil
		}
	}
	return errNotUnderstood
}

func (d delivery) readWords(a *chat.Action, self string) error {
	text := strings.ReplaceAll(d.text, "\u00a0", " ")
	a.Tokens = []chat.Token{}
	rest := 0
	for _, at := range mentionForm.FindAllStringSubmatchIndex(text, -1) {
		found := text[at[0]:at[1]]
		switch {
		case strings.HasPrefix(found, "<!"):
			return errUserGroup
		case at[2] < 0:
			return errUnresolvedName
		}
		if before := text[rest:at[0]]; before != "" {
			a.Tokens = append(a.Tokens, chat.Token{Text: entities.Replace(before)})
		}
		rest = at[1]
		word := chat.Token{
			User: chat.UserID{Platform: Platform, Team: d.team, ID: text[at[2]:at[3]]}, Kind: chat.MentionsPerson,
		}
		if at[4] >= 0 {
			word.Text = entities.Replace(text[at[4]:at[5]])
		}
		if word.User.ID == self {
			word.Kind = chat.MentionsBot
		}
		a.Tokens = append(a.Tokens, word)
	}
	if text[rest:] != "" {
		a.Tokens = append(a.Tokens, chat.Token{Text: entities.Replace(text[rest:])})
	}
	return nil
}
