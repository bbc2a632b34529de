package discordtest

import (
	"regexp"
	"slices"
	"strings"
)

// What commands may be,
// https://docs.discord.com/developers/interactions/application-commands.
const (
	maxCommands           = 100 // of those sent as text
	maxCommandOptions     = 25
	maxCommandChoices     = 25
	maxDescription        = 100
	maxCommandText        = 8000 // of one command, with all that is in it
	maxCommandChoiceValue = 100

	maxInMenu   = 5 // of users, and as many of messages
	maxMenuName = 32

	userMenu    = 2
	messageMenu = 3
	subCommand  = 1
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those of Discord, https://docs.discord.com/developers/reference#locales.
func locales() []string {
	return strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
}

func (k *checker) commands(b any, ofServer bool) {
	all, isList := b.([]any)
	if !isList {
		all = []any{b}
	}
	k.wants(len(all) <= maxCommands, "there are %d commands, want at most %d", len(all), maxCommands)
	names, inMenus := []string{}, map[int]int{}
	defer func() {
		for kind, n := range inMenus {
			k.wants(n <= maxInMenu, "there are %d commands of type %d, want at most %d", n, kind, maxInMenu)
		}
	}()
	for _, one := range all {
		c := objectOf(one)
		k.fields("a command", c, "id", "type", "name", "name_localizations", "description", "description_localizations",
			"options", "contexts", "integration_types", "nsfw", "handler")
		name := textOf(c["name"])
		switch kind := numberOf(c["type"]); kind {
		case userMenu, messageMenu:
			inMenus[kind]++
			k.inMenu(c)
			continue
		case entryPoint:
			continue
		}
		k.wants(!slices.Contains(names, name), "the command %q is there twice", name)
		names = append(names, name)
		k.named("the command", c)
		k.commandOptions("the command "+name, listOf(c["options"]), false)
		if n := size(c); n > maxCommandText {
			k.breaks("the command %s has %d characters, want at most %d", name, n, maxCommandText)
		}
		if ofServer {
			k.wants(c["contexts"] == nil && c["integration_types"] == nil, "contexts and integration_types are for global commands only")
		}
	}
}

// inMenu checks a command in the menu of a user or of a message.
func (k *checker) inMenu(c object) {
	k.length("the name of a command in a menu", c["name"], 1, maxMenuName)
	k.wants(textOf(c["description"]) == "", "the command %q is in a menu and has a description", c["name"])
	k.wants(c["options"] == nil, "the command %q is in a menu and has options", c["name"])
}

// named checks the name and description of a command or option.
func (k *checker) named(what string, o object) {
	name := textOf(o["name"])
	k.wants(commandName.MatchString(name), "%s %q has no valid name", what, name)
	k.wants(name == strings.ToLower(name), "%s %q is not in lower case", what, name)
	k.length("the description of "+name, o["description"], 1, maxDescription)
	for _, key := range []string{"name_localizations", "description_localizations"} {
		for locale, text := range objectOf(o[key]) {
			k.wants(slices.Contains(locales(), locale), "%s %q is in %q, which is no locale", what, name, locale)
			if key == "name_localizations" {
				k.wants(commandName.MatchString(textOf(text)) && textOf(text) == strings.ToLower(textOf(text)),
					"%s %q has no valid name in %s", what, name, locale)
			} else {
				k.length("the description of "+name+" in "+locale, text, 1, maxDescription)
			}
		}
	}
}

func (k *checker) commandOptions(of string, all []any, ofSub bool) {
	k.wants(len(all) <= maxCommandOptions, "%s has %d options, want at most %d", of, len(all), maxCommandOptions)
	names, optional, subs := []string{}, "", 0
	for _, one := range all {
		o := objectOf(one)
		k.fields("an option", o, "type", "name", "name_localizations", "description", "description_localizations", "required",
			"choices", "options", "min_value", "max_value", "autocomplete")
		name, kind := textOf(o["name"]), numberOf(o["type"])
		k.named("the option", o)
		k.wants(!slices.Contains(names, name), "%s has the option %q twice", of, name)
		names = append(names, name)
		if kind == subCommand {
			subs++
			k.wants(!ofSub, "%s has a sub-command too deep down", of)
			k.wants(o["required"] == nil, "the sub-command %s is required", name)
			k.commandOptions("the sub-command "+name, listOf(o["options"]), true)
			continue
		}
		if o["required"] == true {
			k.wants(optional == "", "%s has the required option %s behind the optional %s", of, name, optional)
		} else {
			optional = name
		}
		k.wants(len(listOf(o["options"])) == 0, "the option %s has options", name)
		k.commandChoices(name, kind, o)
	}
	k.wants(subs == 0 || subs == len(all), "%s has sub-commands and other options", of)
}

func (k *checker) commandChoices(name string, kind int, o object) {
	choices, names := listOf(o["choices"]), []string{}
	choosable := kind == optionText || kind == optionInteger
	k.wants(choosable || len(choices) == 0 && o["autocomplete"] != true, "the option %s of type %d has choices", name, kind)
	k.wants(len(choices) == 0 || o["autocomplete"] != true, "the option %s has choices and autocomplete", name)
	k.wants(len(choices) <= maxCommandChoices, "the option %s has %d choices, want at most %d", name, len(choices), maxCommandChoices)
	for _, one := range choices {
		c := objectOf(one)
		k.length("a choice of "+name, c["name"], 1, maxChoiceName)
		k.wants(!slices.Contains(names, textOf(c["name"])), "the option %s has the choice %q twice", name, c["name"])
		names = append(names, textOf(c["name"]))
		value, isText := c["value"].(string)
		k.wants(isText == (kind == optionText), "the option %s of type %d has the choice %v", name, kind, c["value"])
		if isText {
			k.length("the value of a choice of "+name, value, 1, maxCommandChoiceValue)
		}
	}
	least, hasLeast := o["min_value"].(float64)
	most, hasMost := o["max_value"].(float64)
	k.wants(!hasLeast && !hasMost || kind == optionInteger, "the option %s of type %d has a range", name, kind)
	k.wants(!hasLeast || !hasMost || least <= most, "the option %s takes %v to %v", name, least, most)
}

// size counts the characters of a command as its limit does: names, descriptions
// and values of all in it, of each the longest translation.
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
