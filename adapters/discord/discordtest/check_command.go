package discordtest

import (
	"regexp"
	"slices"
	"strings"
)

// See https://docs.discord.com/developers/interactions/application-commands.
const (
	maxCommands    = 100  // slash commands
	maxCommandText = 8000 // characters of a whole command
	maxInMenu      = 5    // commands in the menu of a user, or of a message

	userMenu    = 2
	messageMenu = 3
	subCommand  = 1
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales returns Discord's locales: https://docs.discord.com/developers/reference#locales.
func locales() []string {
	return strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
}

func (k *checker) commands(all []any, ofServer bool) {
	k.wants(len(all) <= maxCommands, "there are %d commands, want at most %d", len(all), maxCommands)
	var names []string
	inMenus := map[int]int{}
	for _, one := range all {
		c := objectOf(one)
		switch kind := numberOf(c["type"]); kind {
		case userMenu, messageMenu:
			inMenus[kind]++
			k.wants(textOf(c["description"]) == "" && c["options"] == nil, "the command %q is in a menu and has a description or options", c["name"])
			k.wants(inMenus[kind] <= maxInMenu, "there are %d commands of type %d, want at most %d", inMenus[kind], kind, maxInMenu)
			continue
		case entryPoint:
			continue
		}
		names = append(names, textOf(c["name"]))
		k.named(c)
		k.options(listOf(c["options"]))
		k.wants(size(c) <= maxCommandText, "the command %s has %d characters, want at most %d", c["name"], size(c), maxCommandText)
		k.wants(!ofServer || c["contexts"] == nil && c["integration_types"] == nil, "contexts and integration_types are for global commands only")
	}
	k.once("the command", names)
}

func (k *checker) named(o object) {
	valid := func(name string) bool { return commandName.MatchString(name) && name == strings.ToLower(name) }
	name := textOf(o["name"])
	k.wants(valid(name), "%q is no valid name", name)
	k.wants(textOf(o["description"]) != "", "%s has no description", name)
	for _, key := range []string{"name_localizations", "description_localizations"} {
		for locale, text := range objectOf(o[key]) {
			k.wants(slices.Contains(locales(), locale), "%q is in %q, which is no locale", name, locale)
			k.wants(key != "name_localizations" || valid(textOf(text)), "%q has no valid name in %s", name, locale)
		}
	}
}

func (k *checker) options(all []any) {
	var names []string
	optional, subs := "", 0
	for _, one := range all {
		o := objectOf(one)
		name := textOf(o["name"])
		names = append(names, name)
		k.named(o)
		if numberOf(o["type"]) == subCommand {
			subs++
			k.wants(o["required"] == nil, "the sub-command %s is required", name)
			k.options(listOf(o["options"]))
			continue
		}
		if o["required"] != true {
			optional = name
		}
		k.wants(o["required"] != true || optional == "", "the required option %s is behind the optional %s", name, optional)
		choices := listOf(o["choices"])
		k.wants(len(choices) == 0 || o["autocomplete"] != true, "the option %s has choices and autocomplete", name)
		k.choices(choices)
		var labels []string
		for _, c := range choices {
			labels = append(labels, textOf(objectOf(c)["name"]))
		}
		k.once("the choice", labels)
	}
	k.wants(subs == 0 || subs == len(all), "there are sub-commands and other options")
	k.once("the option", names)
}

func size(o object) int {
	n := 0
	for _, key := range []string{"name", "description"} {
		longest := units(textOf(o[key]))
		for _, text := range objectOf(o[key+"_localizations"]) {
			longest = max(longest, units(textOf(text)))
		}
		n += longest
	}
	n += units(textOf(o["value"]))
	for _, key := range []string{"options", "choices"} {
		for _, inner := range listOf(o[key]) {
			n += size(objectOf(inner))
		}
	}
	return n
}
