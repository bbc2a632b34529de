package bot

import (
	"othellobot/chat"
)

// DoneLines are the lines declared for the actor where a message for everybody
// answers, by verb, and by control with "press" before; empty where there is none.
// Controls of the clock are left out.
func (b *Bot) DoneLines() map[string]string {
	lines := make(map[string]string)
	line := func(a action) string {
		if a.done == nil {
			return ""
		}
		return b.Words.Default().String(a.done)
	}
	for name, a := range b.actions {
		if a.typed() {
			lines[name] = line(a)
		}
		if a.press != nil && a.by.has(chat.OriginUser) {
			lines["press "+name] = ""
			if !a.typed() {
				lines["press "+name] = line(a)
			}
		}
	}
	return lines
}

// Verbs are the names of all actions, and the parameters of those that can be typed.
func Verbs() (verbs []string, parameters map[string][]string) {
	parameters = make(map[string][]string)
	for _, a := range allActions() {
		verbs = append(verbs, a.Name)
		if a.typed() {
			parameters[a.Name] = a.Names()
		}
	}
	return verbs, parameters
}
