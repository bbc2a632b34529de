package discordtest

import (
	"slices"
	"strconv"
	"strings"
)

// See https://docs.discord.com/developers/topics/permissions.
const (
	ViewChannel           uint64 = 1 << 10
	SendMessages          uint64 = 1 << 11
	ReadMessageHistory    uint64 = 1 << 16
	CreatePublicThreads   uint64 = 1 << 35
	SendMessagesInThreads uint64 = 1 << 38

	manageMessages         uint64 = 1 << 13
	embedLinks             uint64 = 1 << 14
	attachFiles            uint64 = 1 << 15
	mentionEveryone        uint64 = 1 << 17
	useExternalEmojis      uint64 = 1 << 18
	useApplicationCommands uint64 = 1 << 31
	useExternalApps        uint64 = 1 << 50
)

const (
	guildText    = 0
	directDM     = 1
	GuildVoice   = 2
	groupDM      = 3
	GuildNews    = 5
	newsThread   = 10
	publicThread = 11
)

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-context-types.
const (
	inGuild   = 0
	inBotDM   = 1
	inPrivate = 2
)

// Where is a place where the bot can be used. It can be compared with ==.
type Where struct {
	Guild   string // id of the server; empty in a direct message
	Channel string // id of the channel or thread
	Parent  string // id of a thread's channel
	Kind    int    // type of the channel

	// Installed means that the bot is a member. Otherwise it can only answer interactions.
	Installed bool
}

func (w Where) context() int {
	switch {
	case w.Guild != "":
		return inGuild
	case w.Installed:
		return inBotDM
	default:
		return inPrivate
	}
}

type channel struct {
	Where
	name       string
	recipients []string // user names, in a direct message
	denied     uint64
	whispers   bool // all answers are ephemeral
	messages   []*message
	nonces     map[string]*message
}

const home = "server"

// Channel returns a channel of a server that has the bot as a member, and creates it if needed.
func (s *Server) Channel(name string) Where {
	return s.ChannelOf(home, name)
}

// ChannelOf returns a channel of the named server, which has the bot as a member.
func (s *Server) ChannelOf(server, name string) Where {
	return s.place(server+" #"+name, func(w *Where) {
		w.Guild, w.Installed = s.guild(server), true
	})
}

// Other returns a channel of another type than text, such as [GuildVoice].
func (s *Server) Other(name string, kind int) Where {
	return s.place("server #"+name, func(w *Where) {
		w.Guild, w.Installed, w.Kind = s.guild(home), true, kind
	})
}

// UserInstalled returns a channel of a server where only users have installed the bot, for themselves.
func (s *Server) UserInstalled(name string) Where {
	return s.place("elsewhere #"+name, func(w *Where) { w.Guild = s.guild("elsewhere") })
}

// Thread returns a public thread of a channel by name. The bot may have opened it.
func (s *Server) Thread(of Where, name string) Where {
	return s.place(threadKey(of.Channel, name), func(w *Where) {
		*w = Where{Guild: of.Guild, Channel: w.Channel, Parent: of.Channel, Kind: publicThread, Installed: of.Installed}
	})
}

// BotDM returns the conversation of a user with the bot alone.
func (s *Server) BotDM(user string) Where {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.botDM(user)
}

func (s *Server) botDM(user string) Where {
	return s.placeLocked("bot "+user, func(w *Where) { w.Kind, w.Installed = directDM, true }, user)
}

// GroupDM returns the conversation of several users. The bot is not a member.
func (s *Server) GroupDM(users ...string) Where {
	return s.place("group "+strings.Join(users, " "), func(w *Where) { w.Kind = groupDM }, users...)
}

// FriendDM returns the conversation of two users. The bot is not a member.
func (s *Server) FriendDM(user, friend string) Where {
	return s.place("friends "+user+" "+friend, func(w *Where) { w.Kind = directDM }, user, friend)
}

func (s *Server) place(key string, make func(*Where), recipients ...string) Where {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.placeLocked(key, make, recipients...)
}

// placeLocked does the work of place. The caller holds the lock.
func (s *Server) placeLocked(key string, make func(*Where), recipients ...string) Where {
	if c := s.places[key]; c != nil {
		return c.Where
	}
	w := Where{Channel: s.snowflake()}
	make(&w)
	s.add(w, key, recipients...)
	return w
}

func (s *Server) add(w Where, key string, recipients ...string) *channel {
	c := &channel{Where: w, name: key, recipients: recipients, nonces: map[string]*message{}}
	s.channels[w.Channel], s.places[key] = c, c
	return c
}

func threadKey(parent, name string) string { return "thread " + parent + " " + name }

// At returns the channel or thread with an id.
func (s *Server) At(id string) Where {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil {
		return c.Where
	}
	s.t.Errorf("discordtest: there is no channel %s", id)
	return Where{}
}

func (s *Server) guild(name string) string {
	return s.person("the server " + name).ID
}

// Deny takes permissions from the bot in a place, and restores all others.
func (s *Server) Deny(w Where, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[w.Channel].denied = permissions
}

// WhisperOnly makes all answers in a place ephemeral, as where users may not use their own apps
// in public: https://docs.discord.com/developers/topics/permissions (USE_EXTERNAL_APPS).
func (s *Server) WhisperOnly(w Where) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[w.Channel].whispers = true
}

func (c *channel) permissions() uint64 {
	all := attachFiles | embedLinks | mentionEveryone
	switch {
	case c.context() == inBotDM:
		all |= useExternalEmojis | ViewChannel | SendMessages | ReadMessageHistory
	case c.Installed:
		all |= useExternalEmojis | ViewChannel | ReadMessageHistory | SendMessages | SendMessagesInThreads | CreatePublicThreads
	}
	return all &^ c.denied
}

func (c *channel) may(permission uint64) bool { return c.permissions()&permission != 0 }

func (c *channel) isThread() bool { return c.Kind == publicThread || c.Kind == newsThread }

func (c *channel) reads(user string) bool {
	return len(c.recipients) == 0 || slices.Contains(c.recipients, user)
}

func (s *Server) partial(c *channel, p *person) object {
	last := any(nil)
	if n := len(c.messages); n > 0 {
		last = c.messages[n-1].ID
	}
	o := object{"id": c.Channel, "type": c.Kind, "flags": 0, "last_message_id": last}
	switch {
	case c.Guild == "":
		others := []any{}
		for _, name := range c.recipients {
			if name != p.Name {
				others = append(others, s.person(name).json())
			}
		}
		if c.Installed {
			others = append(others, s.person(botName).json())
		}
		o["recipients"] = others
		return o
	case c.isThread():
		for key, value := range s.thread(c) {
			o[key] = value
		}
	default:
		o["parent_id"], o["topic"], o["position"], o["nsfw"] = nil, nil, 0, false
	}
	_, name, _ := strings.Cut(c.name, "#")
	o["guild_id"], o["rate_limit_per_user"] = c.Guild, 0
	if o["name"] == nil {
		o["name"] = name
	}
	o["permissions"] = strconv.FormatUint(p.permissions(), 10)
	return o
}

func (s *Server) thread(c *channel) object {
	return object{
		"id": c.Channel, "type": c.Kind, "guild_id": c.Guild, "parent_id": c.Parent, "flags": 0,
		"name": strings.TrimPrefix(c.name, threadKey(c.Parent, "")), "owner_id": s.person(botName).ID,
		"last_message_id": nil, "message_count": len(c.messages), "member_count": 1,
		"total_message_sent": len(c.messages), "rate_limit_per_user": 0,
		"thread_metadata": object{
			"archived": false, "archive_timestamp": "2026-01-01T00:00:00.000000+00:00", "auto_archive_duration": 1440,
			"locked": false, "create_timestamp": "2026-01-01T00:00:00.000000+00:00",
		},
	}
}
