package app

import (
	"strings"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/words"
)

// DiscordSentences returns the sentences of the Discord adapter, by locale.
func DiscordSentences(c *words.Catalog) func(locale string) discord.Sentences {
	return func(locale string) discord.Sentences {
		l := c.PreferredOrDefault(locale)
		return discord.Sentences{
			Sorry:         l.Text(words.Sorry{}),
			Done:          l.Text(words.Done{}),
			NotOurs:       l.Text(words.UnknownWordUnsaid{}),
			NoThreads:     l.Text(words.NoThreads{}),
			MayNotOpen:    l.Text(words.MayNotOpenThread{Permissions: discord.ThreadPermissions}),
			YouMayNotOpen: l.Text(words.YouMayNotOpenThread{Permissions: discord.ThreadPermissions}),
			Opened:        l.Text(words.ThreadOpened{}),
			InThread:      l.Text(words.InThread{}),
			InMessages:    l.String(words.InMessages{}),
			MayNotSend:    l.Text(words.MayNotSend{}),
			Shut:          l.Text(words.MayNotWrite{Permissions: discord.WritePermissions}),
		}
	}
}

// SlackSentences returns the sentences of the Slack adapter, by locale.
func SlackSentences(c *words.Catalog) func(locale string) slack.Sentences {
	const platform = "Slack"
	return func(locale string) slack.Sentences {
		l := c.PreferredOrDefault(locale)
		return slack.Sentences{
			Sorry:          l.Text(words.Sorry{}),
			NotUnderstood:  l.Text(words.UnknownWordUnsaid{}),
			UnresolvedName: l.Text(words.NameUntold{Platform: platform, Option: "Escape channels, users, and links"}),
			OnePlayer:      l.Text(words.GroupNamed{}),
			NoThread:       l.Text(words.NoThreadHere{}),
			Invite:         l.Text(words.InviteMe{Invite: "/invite @othello"}),
			Guest:          l.Text(words.CannotBeInvited{}),
			SharedChannel:  l.Text(words.PlaysApart{}),
			Archived:       l.Text(words.ChannelArchived{}),
			ReadOnly:       l.Text(words.ReadOnly{}),
			TokenRefused:   l.Text(words.Uninstalled{Platform: platform}),
			Late:           l.Text(words.ShownLater{Platform: platform}),
			NotReady:       l.Text(words.Starting{Platform: platform}),
			NotShown:       l.Text(words.NotShown{Platform: platform}),
			NotInstalled: func(page string) chat.Text {
				return l.Text(words.NotInstalled{Page: page})
			},
			PlaysInThread: func(u chat.UserID) chat.Text {
				return l.Text(words.PlaysInThread{Player: words.Person{User: &u}})
			},
			InvalidState:     func(page string) chat.Text { return l.Text(words.InstallOutOfTurn{Page: page}) },
			NothingInstalled: l.Text(words.NothingInstalled{}),
			Unfinished: func(page string) chat.Text {
				return l.Text(words.InstallUnfinished{Platform: platform, Page: page})
			},
			Installed: l.Text(words.Installed{}),
		}
	}
}

// LocalSentences returns the sentences of the local channel.
func LocalSentences(l *words.Language) local.Sentences {
	return local.Sentences{
		Sorry:        l.Text(words.Sorry{}),
		NoSuchButton: l.Text(words.NoSuchButton{}),
		NoSuchTime:   l.Text(words.NoSuchTime{}),
	}
}

// PageSentences returns the texts of the page. A locale may also be the browser's Accept-Language list.
func PageSentences(c *words.Catalog) func(locale string) page.Sentences {
	return func(locale string) page.Sentences {
		l := preferredLanguage(c, locale)
		return page.Sentences{
			Tag:         l.Tag(),
			Name:        l.String(words.PageName{}),
			Channel:     l.String(words.PageChannel{}),
			Language:    l.String(words.PageLanguage{}),
			Limits:      l.String(words.PageLimits{}),
			Colors:      l.String(words.PageColors{}),
			Auto:        l.String(words.PageAuto{}),
			Light:       l.String(words.PageLight{}),
			Dark:        l.String(words.PageDark{}),
			Contrast:    l.String(words.PageContrast{}),
			Moderator:   l.String(words.PageModerator{}),
			Wait:        l.String(words.PageWait{}),
			Write:       l.String(words.PageWrite{}),
			Send:        l.String(words.PageSend{}),
			Settings:    l.String(words.PageSettings{}),
			Apply:       l.String(words.PageApply{}),
			Messages:    l.String(words.PageMessages{}),
			Board:       l.String(words.PageBoard{}),
			First:       l.String(words.PageFirst{}),
			Back:        l.String(words.PageBack{}),
			On:          l.String(words.PageOn{}),
			Last:        l.String(words.PageLast{}),
			PlayThrough: l.String(words.PagePlay{}),
			Moves:       l.String(words.PageMoves{}),
			Sound:       l.String(words.PageSound{}),
			NextLine:    l.String(words.PageNextLine{}),
			AllLines:    l.String(words.PageAllLines{}),
			NoToken:     l.String(words.PageNoToken{}),
			Black:       l.String(words.Black{}),
			White:       l.String(words.White{}),
			Empty:       l.String(words.PageEmpty{}),
			Playable:    l.String(words.PagePlayable{}),
			Only: func(u chat.UserID) chat.Text {
				return l.Text(words.PageOnly{Player: words.Person{User: &u}})
			},
			Lasts: func(d time.Duration) string { return l.String(durationText(d)) },
		}
	}
}

// durationText formats a duration in whole days or whole hours, or else in minutes.
func durationText(d time.Duration) words.Message {
	switch {
	case d%(24*time.Hour) == 0:
		return words.PageDays{Days: words.Count(d / (24 * time.Hour))}
	case d%time.Hour == 0:
		return words.PageHours{Hours: words.Count(d / time.Hour)}
	default:
		return words.PageMinutes{Minutes: words.Count(d / time.Minute)}
	}
}

func preferredLanguage(c *words.Catalog, list string) *words.Language {
	for locale := range strings.SplitSeq(list, ",") {
		locale, _, _ = strings.Cut(strings.TrimSpace(locale), ";")
		if l, ok := c.Match(locale); ok {
			return l
		}
	}
	return c.Default()
}
