package discord

import (
	"cmp"
	"context"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/render"
)

// fallbackTheme cannot be classic, whose black discs are invisible on a dark background.
const fallbackTheme = "moon"

type encoder struct {
	log     *slog.Logger
	painter *exchange.Painter
	names   recent.Map[string, string] // users' names by id, learned from their interactions
	command atomic.Pointer[commandFormatter]
	tiles   atomic.Pointer[render.Theme] // nil until the application has the tiles
}

// message returns a payload without a picture, which can notify only users whom m.Text mentions. It
// shortens a message that is too long as [chat.Message] describes.
func (e *encoder) message(m chat.Message) payload {
	text := markdown{commands: *e.command.Load()}
	text.writeText(m.Text)
	said := text.String()
	aside := e.markup(m.Aside, "")
	board := ""
	if m.Board != nil {
		board = e.board(m.Board, maxContent-units(said)-1)
	}
	footers := make([]string, 0, 4)
	for _, f := range m.Footers {
		footers = append(footers, e.markup(f, "-# "))
	}
	return payload{
		Content:    fit(said, aside, board, footers),
		Allowed:    mentions{Parse: []string{}, Users: text.mentioned},
		Components: components(m.Controls),
	}
}

// pictured returns the payload of a message with its picture, if it has one that can be drawn.
func (e *encoder) pictured(ctx context.Context, m chat.Message) payload {
	p := e.message(m)
	if m.Picture == nil {
		return p
	}
	file, err := e.painter.Paint(ctx, m.Picture, func(player chat.UserID) string {
		name, _ := e.names.Get(player.ID)
		return name
	})
	if err != nil {
		e.log.WarnContext(ctx, "a picture is left out", "error", err)
		return p
	}
	format := m.Picture.Image.Format()
	m.Board = nil
	with := e.message(m)
	with.picture = &picture{name: "othello." + string(format), mediaType: format.MediaType(), file: file, instead: p.Content}
	with.Attachments = &[]attachment{{Filename: with.picture.name, Description: cut(m.Picture.Alt.String(), maxDescription)}}
	return with
}

func (e *encoder) markup(t chat.Text, prefix string) string {
	text := markdown{commands: *e.command.Load(), prefix: prefix}
	text.writeText(t)
	if text.Len() == len(prefix) {
		return ""
	}
	return text.String()
}

func (e *encoder) board(b *chat.Board, room int) string {
	if tiles := e.tiles.Load(); tiles != nil && b.Theme.Name == tiles.Name {
		if grid := render.Emoji(b.View, *tiles, render.SurfaceKeycaps); units(grid) <= room {
			return grid
		}
	}
	theme, ok := render.ThemeNamed(b.Theme.Name)
	if !ok { // the theme cannot be drawn here
		theme, _ = render.ThemeNamed(fallbackTheme)
	}
	return render.Emoji(b.View, theme, render.SurfaceKeycaps)
}

// fit tries the footers in order. Then it leaves out the aside, then also the footer, then also the
// board. It cuts said only if said alone is too long.
func fit(said, aside, board string, footers []string) string {
	if len(footers) == 0 {
		footers = []string{""}
	}
	for _, f := range footers {
		if content := joinLines(said, aside, board, f); units(content) <= maxContent {
			return content
		}
	}
	for _, f := range []string{footers[len(footers)-1], ""} {
		if content := joinLines(said, board, f); units(content) <= maxContent {
			return content
		}
	}
	return cut(said, maxContent)
}

func joinLines(parts ...string) string {
	var text strings.Builder
	for _, part := range parts {
		if part == "" {
			continue
		}
		if text.Len() > 0 && !strings.HasSuffix(text.String(), "\n") {
			text.WriteByte('\n')
		}
		text.WriteString(part)
	}
	return text.String()
}

func cut(text string, limit int) string {
	if units(text) <= limit {
		return text
	}
	n := 0
	for i, r := range text {
		if n += units(string(r)); n > limit-1 {
			return text[:i] + "…"
		}
	}
	return text
}

func components(rows []chat.Row) []component {
	list := make([]component, 0, len(rows))
	for _, row := range rows {
		inner := make([]component, 0, max(len(row.Buttons), 1))
		for _, b := range row.Buttons {
			button := component{
				Type: discordgo.ButtonComponent, Style: cmp.Or(styles[b.Style], discordgo.SecondaryButton), Label: cut(b.Label, maxLabel), CustomID: b.Action,
			}
			if b.URL != "" {
				button.Style, button.CustomID, button.URL = discordgo.LinkButton, "", b.URL
			}
			inner = append(inner, button)
		}
		if row.Select != nil {
			inner = append(inner, selectMenu(row.Select, len(list)))
		}
		if len(inner) > 0 {
			list = append(list, component{Type: discordgo.ActionsRowComponent, Components: inner})
		}
	}
	return list
}

var styles = map[chat.Style]discordgo.ButtonStyle{
	chat.StylePrimary: discordgo.PrimaryButton, chat.StyleDanger: discordgo.DangerButton,
}

// detailedOptions is the largest number of options that are shown with details.
const detailedOptions = 15

// selectMenu returns a select whose id is unique in the message.
func selectMenu(s *chat.Select, row int) component {
	menu := component{
		Type: discordgo.SelectMenuComponent, CustomID: "select:" + strconv.Itoa(row),
		Placeholder: cut(s.Placeholder, maxPlaceholder), Options: make([]selectOption, 0, len(s.Options)),
	}
	for _, o := range s.Options {
		option := selectOption{Label: cut(o.Label, maxOptionLabel), Value: o.Action}
		if len(s.Options) <= detailedOptions {
			option.Description = cut(o.Detail, maxOptionLabel)
		}
		menu.Options = append(menu.Options, option)
	}
	return menu
}

func (p payload) whisper() payload {
	p.Flags |= discordgo.MessageFlagsEphemeral
	return p
}

// completion leaves out invalid choices, because a single one makes Discord refuse all.
func completion(list []chat.Choice) choices {
	c := choices{Choices: make([]choice, 0, len(list))}
	for _, o := range list[:min(len(list), maxChoices)] {
		if o.Label != "" && utf8.ValidString(o.Label) {
			c.Choices = append(c.Choices, choice{Name: cut(o.Label, maxChoiceName), Value: o.Value})
		}
	}
	return c
}

// See https://docs.discord.com/developers/components/using-modal-components.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []formLabel `json:"components"`
}

// Discordgo does not know this component.
type formLabel struct {
	Type      discordgo.ComponentType `json:"type"`
	Label     string                  `json:"label,omitempty"`
	Component formField               `json:"component"`
}

type formField struct {
	Type      discordgo.ComponentType  `json:"type"`
	CustomID  string                   `json:"custom_id"`
	Style     discordgo.TextInputStyle `json:"style,omitempty"`
	MaxLength int                      `json:"max_length,omitempty"`
	Value     string                   `json:"value,omitempty"` // set in a submitted form
}

const labelComponent discordgo.ComponentType = 18

// Limits of forms, and parts of their ids.
const (
	maxFormText  = 45 // UTF-16 units of a title or a label
	maxFormField = 4000
	formPrefix   = "form:" // followed by the command and the argument that the field is for
	fieldID      = "field"
)

func formOf(f chat.Form) form {
	field := formField{Type: discordgo.TextInputComponent, CustomID: fieldID, Style: discordgo.TextInputShort, MaxLength: maxFormField}
	if f.Long {
		field.Style = discordgo.TextInputParagraph
	}
	return form{
		CustomID: formPrefix + f.Verb + ":" + f.Argument, Title: cut(f.Title, maxFormText),
		Components: []formLabel{{Type: labelComponent, Label: cut(f.Label, maxFormText), Component: field}},
	}
}
