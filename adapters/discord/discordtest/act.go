package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// Option is an option of a command with the value that a user gives.
type Option struct {
	Name  string
	Type  int // Discord's type of the option
	Value any
}

// See https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-type.
const (
	optionText    = 3
	optionInteger = 4
	optionFlag    = 5
	optionUser    = 6
)

// Text returns an option of type STRING.
func Text(name, value string) Option { return Option{name, optionText, value} }

// Integer returns an option of type INTEGER.
func Integer(name string, value int) Option { return Option{name, optionInteger, value} }

// Flag returns an option of type BOOLEAN.
func Flag(name string, value bool) Option { return Option{name, optionFlag, value} }

// Person returns an option of type USER, with the name of the user.
func Person(name, user string) Option { return Option{name, optionUser, user} }

// Command makes a user send a sub-command of a registered command. It waits for an answer, for
// up to 3 s. The test fails if Discord would not let the user send the command.
func (s *Server) Command(w Where, user, sub string, options ...Option) *Interaction {
	s.t.Helper()
	return s.NewCommand(w, user, sub, options...).sendAndReturn()
}

// NewCommand is like [Server.Command], but only [Interaction.Send] sends the command.
func (s *Server) NewCommand(w Where, user, sub string, options ...Option) *Interaction {
	s.t.Helper()
	return s.command(kindCommand, w, user, sub, "", options)
}

// Autocomplete makes a user type in the option of a command that focused names.
func (s *Server) Autocomplete(w Where, user, sub, focused string, options ...Option) *Interaction {
	s.t.Helper()
	return s.command(kindAutocomplete, w, user, sub, focused, options).sendAndReturn()
}

func (s *Server) command(kind int, w Where, user, sub, focused string, options []Option) *Interaction {
	s.t.Helper()
	s.awaitCommands()
	return s.act(kind, w, user, nil, func(in *Interaction) object {
		command, declared, guild := s.find(in.where, sub)
		if command == nil {
			s.t.Errorf("discordtest: no command is registered that has the sub-command %q there", sub)
			return nil
		}
		for _, problem := range declared.check(options) {
			s.t.Errorf("discordtest: Discord would not send %q: %s", sub, problem)
			return nil
		}
		given, users, members := []any{}, object{}, object{}
		for _, o := range options {
			value := o.Value
			if name, ok := value.(string); ok && o.Type == optionUser {
				p := s.person(name)
				value, users[p.ID] = p.ID, p.json()
				if !p.left {
					members[p.ID] = s.resolved(p)
				}
			}
			one := object{"name": o.Name, "type": o.Type, "value": value}
			if o.Name == focused {
				one["focused"] = true
			}
			given = append(given, one)
		}
		data := object{
			"id": command.ID, "name": command.Name, "type": 1,
			"options": []any{object{"name": sub, "type": 1, "options": given}},
		}
		if guild != "" {
			data["guild_id"] = guild
		}
		if len(users) > 0 {
			resolved := object{"users": users}
			if in.where.Guild != "" {
				resolved["members"] = members
			}
			data["resolved"] = resolved
		}
		return data
	})
}

// OnUser makes a user choose a command in the menu of another user.
func (s *Server) OnUser(w Where, user, label, target string) *Interaction {
	s.t.Helper()
	return s.inMenu(w, user, label, userMenu, func(in *Interaction) (id string, resolved object) {
		p := s.person(target)
		resolved = object{"users": object{p.ID: p.json()}}
		if in.where.Guild != "" && !p.left {
			resolved["members"] = object{p.ID: s.resolved(p)}
		}
		return p.ID, resolved
	})
}

// OnMessage makes a user choose a command in the menu of a message.
func (s *Server) OnMessage(w Where, user, label, message string) *Interaction {
	s.t.Helper()
	return s.inMenu(w, user, label, messageMenu, func(*Interaction) (id string, resolved object) {
		m := s.messages[message]
		if m == nil || m.Deleted {
			return message, object{}
		}
		return message, object{"messages": object{message: s.json(m)}}
	})
}

func (s *Server) inMenu(w Where, user, label string, kind int, target func(*Interaction) (string, object)) *Interaction {
	s.t.Helper()
	s.awaitCommands()
	return s.act(kindCommand, w, user, nil, func(in *Interaction) object {
		for _, guild := range []string{in.where.Guild, ""} {
			for _, known := range s.commands[guild] {
				if known.Type != kind || known.Name != label || !known.usable(in.where, guild) {
					continue
				}
				id, resolved := target(in)
				return object{"id": known.ID, "name": label, "type": kind, "target_id": id, "resolved": resolved}
			}
		}
		s.t.Errorf("discordtest: no command %q is registered for a menu of type %d there", label, kind)
		return nil
	}).sendAndReturn()
}

func (s *Server) awaitCommands() {
	for end := time.Now().Add(5 * time.Second); !s.registeredAny() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}

func (s *Server) registeredAny() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commands) > 0
}

func (o *option) check(given []Option) (problems []string) {
	for _, g := range given {
		at := slices.IndexFunc(o.Options, func(d option) bool { return d.Name == g.Name })
		switch {
		case at < 0:
			problems = append(problems, "there is no option "+g.Name)
		case o.Options[at].Type != g.Type:
			problems = append(problems, "the option "+g.Name+" is of type "+strconv.Itoa(o.Options[at].Type))
		}
	}
	return problems
}

// Press makes a user press a button that they have seen. If it is gone, the interaction is refused and
// not sent.
func (s *Server) Press(w Where, user, message, customID string) *Interaction {
	s.t.Helper()
	return s.NewPress(w, user, message, customID).sendAndReturn()
}

// Select makes a user choose from a select of a message.
func (s *Server) Select(w Where, user, message, customID string, values ...string) *Interaction {
	s.t.Helper()
	return s.NewPress(w, user, message, customID, values...).sendAndReturn()
}

// NewPress prepares a press of a button or, with values, a choice. Send it with [Interaction.Send].
func (s *Server) NewPress(w Where, user, message, customID string, values ...string) *Interaction {
	s.t.Helper()
	kind := button
	if len(values) > 0 {
		kind = stringSelect
	}
	s.mu.Lock()
	m := s.messages[message]
	s.mu.Unlock()
	return s.act(kindComponent, w, user, m, func(in *Interaction) object {
		if m == nil || m.Channel != w.Channel || !m.offered[customID] || m.Ephemeral() && m.For != s.person(user).ID {
			s.t.Errorf("discordtest: %s sees no message %s with the control %q there", user, message, customID)
			return nil
		}
		controls := m.Controls()
		at := slices.IndexFunc(controls, func(c Component) bool { return c.Type == kind && c.CustomID == customID })
		if m.Deleted || at < 0 {
			return nil
		}
		for _, value := range values {
			if !slices.ContainsFunc(controls[at].Options, func(o SelectOption) bool { return o.Value == value }) {
				return nil
			}
		}
		data := object{"custom_id": customID, "component_type": kind, "id": controls[at].Number}
		if kind == stringSelect {
			data["values"] = list(values)
		}
		return data
	})
}

// Submit makes a user send the form that their interaction has opened. The form must have one field.
func (s *Server) Submit(of *Interaction, text string) *Interaction {
	s.t.Helper()
	form := of.Form()
	if form == nil || len(form.Components) != 1 {
		s.t.Fatalf("discordtest: %s sees no form with one field", of.user)
	}
	where := Where{Guild: of.where.Guild, Channel: of.where.Channel}
	return s.act(kindForm, where, of.user, of.source, func(*Interaction) object {
		label := form.Components[0]
		field := object{"type": label.Component.Type, "id": 2, "custom_id": label.Component.CustomID, "value": text}
		return object{"custom_id": form.CustomID, "components": []any{object{"type": label.Type, "id": 1, "component": field}}}
	}).sendAndReturn()
}

// act calls data while it holds the lock. If data returns nil, the interaction is refused.
func (s *Server) act(kind int, w Where, user string, source *message, data func(*Interaction) object) *Interaction {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.newInteraction(kind, w, user, source)
	if d := data(in); d != nil {
		in.payload = marshal(in.json(d))
	} else {
		in.refused, in.dead = true, true
		delete(s.interactions, in.Token)
		in.close()
	}
	return in
}

func marshal(payload object) []byte {
	text, err := json.Marshal(payload)
	if err != nil {
		panic(err) // a bug of the fake
	}
	return text
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
