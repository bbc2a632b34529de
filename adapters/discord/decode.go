package discord

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/render"
)

// action fails if the interaction names no user, or is not a command, control or form of the bot.
func (in *interaction) action(self application, offered []chat.Command) (chat.Action, error) {
	who := in.person()
	if who == nil || !snowflake(who.ID) {
		return chat.Action{}, errNoUser
	}
	possible, userMay, botMay := in.threads()
	a := chat.Action{
		User:             userID(who.ID),
		Moderator:        in.Member != nil && allows(in.Member.Permissions, discordgo.PermissionManageMessages),
		CannotOpenThread: !possible || !userMay || !botMay,
		NoThreads:        !possible,
		Place:            in.place(),
		Direct:           in.direct(),
		Group:            in.GuildID == "",
		Delivery:         chat.Delivery(in.ID),
		Locale:           in.Locale,
		PlaceLocale:      in.chosenLocale(),
	}
	var err error
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		err = in.readCommand(&a, self, offered)
	case discordgo.InteractionMessageComponent:
		err = in.readControl(&a)
	case discordgo.InteractionModalSubmit:
		err = in.readForm(&a)
	default:
		err = errNotOurs
	}
	return a, err
}

// chosenLocale returns "" for English (US), because every server starts with it and few moderators
// know the setting: https://docs.discord.com/developers/resources/guild#guild-object.
func (in *interaction) chosenLocale() string {
	if in.GuildLocale == string(discordgo.EnglishUS) {
		return ""
	}
	return in.GuildLocale
}

func (in *interaction) place() chat.Place {
	p := chat.Place{Platform: Platform, Team: in.GuildID, Channel: in.ChannelID}
	if c := in.Channel; c != nil && c.ParentID != "" {
		switch c.Type {
		case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
			p.Channel, p.Thread = c.ParentID, in.ChannelID
		}
	}
	return p
}

func userID(id string) chat.UserID { return chat.UserID{Platform: Platform, ID: id} }

func allows(permissions string, wanted uint64) bool {
	bits, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && (bits&wanted == wanted || bits&discordgo.PermissionAdministrator != 0)
}

func (in *interaction) readCommand(a *chat.Action, self application, offered []chat.Command) error {
	var data commandData
	if err := json.Unmarshal(in.Data, &data); err != nil {
		return errNotOurs
	}
	data.inServer = in.GuildID != "" && in.isMember()
	switch data.Type {
	case discordgo.UserApplicationCommand, discordgo.MessageApplicationCommand:
		return data.readShortcut(a, self, offered)
	}
	if data.Name != commandName ||
		len(data.Options) != 1 || data.Options[0].Name == "" ||
		data.Options[0].Type != discordgo.ApplicationCommandOptionSubCommand {
		return errNotOurs
	}
	verb := data.Options[0]
	a.Verb = verb.Name
	for _, o := range verb.Options {
		word, err := o.word(&data, self)
		if err != nil {
			return err
		}
		a.Args = append(a.Args, chat.Argument{Name: o.Name, Value: word})
		if o.Focused {
			a.Focus = o.Name
		}
	}
	if in.Type == discordgo.InteractionApplicationCommandAutocomplete {
		a.Origin = chat.OriginCompletion
	}
	return nil
}

func (data *commandData) readShortcut(a *chat.Action, self application, offered []chat.Command) error {
	for _, c := range offered {
		for _, s := range c.Shortcuts {
			if s.Label != data.Name || menuType(s.Menu) != data.Type {
				continue
			}
			a.Verb, a.Args = c.Name, slices.Clone(s.Args)
			if s.Argument == "" {
				return nil
			}
			target := chat.Token{Text: shownText(data.Resolved.Messages[data.Target])}
			if s.Menu == chat.MenuPerson {
				var err error
				if target, err = data.person(data.Target, self); err != nil {
					return err
				}
			}
			a.Args = append(a.Args, chat.Argument{Name: s.Argument, Value: target})
			return nil
		}
	}
	return errNotOurs
}

func (o option) word(data *commandData, self application) (chat.Token, error) {
	var text string
	if json.Unmarshal(o.Value, &text) != nil {
		text = string(o.Value) // a number or a flag
	}
	if o.Type != discordgo.ApplicationCommandOptionUser {
		return chat.Token{Text: text}, nil
	}
	return data.person(text, self)
}

func (data *commandData) person(id string, self application) (chat.Token, error) {
	if !snowflake(id) {
		return chat.Token{}, errNotOurs
	}
	who, known := data.Resolved.Users[id]
	word := chat.Token{User: userID(id), Kind: chat.MentionsPerson, Text: who.name()}
	_, member := data.Resolved.Members[id]
	word.Absent = data.inServer && known && !member
	switch {
	case id == self.Bot.ID:
		word.Kind = chat.MentionsBot
	case who.Bot, who.System:
		word.Kind = chat.MentionsOtherBot
	}
	return word, nil
}

func (in *interaction) readForm(a *chat.Action) error {
	var sent form
	if err := json.Unmarshal(in.Data, &sent); err != nil {
		return errNotOurs
	}
	command, ours := strings.CutPrefix(sent.CustomID, formPrefix)
	verb, argument, named := strings.Cut(command, ":")
	if !ours || !named || verb == "" || argument == "" || len(sent.Components) != 1 || sent.Components[0].Component.CustomID != fieldID {
		return errNotOurs
	}
	a.Verb, a.Args = verb, []chat.Argument{{Name: argument, Value: chat.Token{Text: sent.Components[0].Component.Value}}}
	return nil
}

func (in *interaction) readControl(a *chat.Action) error {
	var data struct {
		CustomID string                  `json:"custom_id"`
		Type     discordgo.ComponentType `json:"component_type"`
		Values   []string                `json:"values"`
	}
	if err := json.Unmarshal(in.Data, &data); err != nil || in.Message == nil || in.Message.ID == "" {
		return errNotOurs
	}
	switch {
	case data.Type == discordgo.ButtonComponent:
		a.Control = data.CustomID
	case data.Type == discordgo.SelectMenuComponent && len(data.Values) == 1:
		a.Control = data.Values[0]
	}
	if a.Control == "" {
		return errNotOurs
	}
	a.Message = in.pressedRef().messageRef()
	return nil
}

// shownText returns the visible text of a message, with tiles in the form of [render.Text]:
// https://docs.discord.com/developers/resources/message.
func shownText(message json.RawMessage) string {
	return markupCode.ReplaceAllStringFunc(exchange.VisibleText(message), func(found string) string {
		parts := markupCode.FindStringSubmatch(found)
		switch {
		case parts[1] != "":
			return render.TileText(parts[1])
		case strings.HasPrefix(parts[2], chat.SlashCommand):
			return parts[2]
		default:
			return " "
		}
	})
}

// See https://docs.discord.com/developers/reference#message-formatting.
var markupCode = regexp.MustCompile(`<(?:a?:(\w+):\d+|(/[\w ]+):\d+|[@#t][^<>\s]*)>`)
