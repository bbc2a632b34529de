package slack

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Types of deliveries. Slack-go's types would reject a delivery whose message contains an unknown block.
type (
	// interaction is described at https://docs.slack.dev/reference/interaction-payloads.
	interaction struct {
		Type                string
		CallbackID          string `json:"callback_id"` // set for a shortcut
		ResponseURL         string `json:"response_url"`
		TriggerID           string `json:"trigger_id"`
		IsEnterpriseInstall bool   `json:"is_enterprise_install"`
		View                view   // the pressed or submitted view

		Team, Enterprise, User, Channel object

		Container struct {
			MessageTS   string `json:"message_ts"`
			ThreadTS    string `json:"thread_ts"`
			ChannelID   string `json:"channel_id"`
			IsEphemeral bool   `json:"is_ephemeral"`
		}
		Actions []struct {
			Type, Value    string
			SelectedOption struct{ Value string } `json:"selected_option"`
		}
		Message struct { // the message in whose menu the user chose the shortcut
			TS, Text            string
			ThreadTS            string          `json:"thread_ts"`
			Blocks, Attachments json.RawMessage // the attachments include shared messages
		}
	}

	// view is described at https://docs.slack.dev/reference/views.
	view struct {
		ID, Type string
		Metadata string `json:"private_metadata"`
		State    struct {
			Values map[string]map[string]struct{ Value string }
		}
	}

	object struct{ ID, Name, Username string }

	// callback wraps an event, https://docs.slack.dev/apis/events-api/#event-type-structure.
	callback struct {
		Type, Challenge string
		TeamID          string `json:"team_id"`
		EnterpriseID    string `json:"enterprise_id"`
		EventID         string `json:"event_id"`
		EventTime       int64  `json:"event_time"` // Unix time
		Event           json.RawMessage
		Authorizations  []struct {
			EnterpriseID        string `json:"enterprise_id"`
			TeamID              string `json:"team_id"`
			IsEnterpriseInstall bool   `json:"is_enterprise_install"`
		}
	}

	event struct {
		Type, User, Text, Channel, TS string

		Subtype     string
		Tab         string // set for app_home_opened
		BotID       string `json:"bot_id"`
		ChannelType string `json:"channel_type"`
		ThreadTS    string `json:"thread_ts"`

		Edited struct{ TS string }    // the last edit
		Tokens struct{ Bot []string } // set for tokens_revoked
	}
)

func seconds(stamp string) int64 {
	whole, _, _ := strings.Cut(stamp, ".")
	n, _ := strconv.ParseInt(whole, 10, 64)
	return n
}

// editWindow is the time after which the bot ignores edits of a message.
const editWindow = 5 * time.Minute

// writtenByUser reports whether a user wrote the message, without an edit after editWindow. See
// https://docs.slack.dev/reference/events/message#subtypes.
func (e event) writtenByUser() bool {
	switch e.Subtype {
	case "", "file_share", "thread_broadcast", "me_message":
	default:
		return false
	}
	after := time.Duration(seconds(e.Edited.TS)-seconds(e.TS)) * time.Second
	return e.BotID == "" && e.User != "" && (e.Edited.TS == "" || after <= editWindow)
}

// shownText returns the text that a message shows: its own, and that of its blocks and attachments,
// https://docs.slack.dev/reference/block-kit/blocks.
func shownText(text string, others ...json.RawMessage) string {
	text += "\n" + exchange.VisibleText(others...)
	return entities.Replace(markupSequence.ReplaceAllString(strings.TrimSpace(text), " $1 "))
}

var markupSequence = regexp.MustCompile(`<[^<>|]*(?:\|([^<>]*))?>`)

// entities decodes Slack's entities,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")
