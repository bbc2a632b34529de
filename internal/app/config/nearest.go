package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"othellobot/internal/spelling"
)

const maxMisspelling = 2 // number of letters that differ

// misspellings returns a problem for every name that is nearly one of the bot's keys, unless the
// nearest key is set. All other names belong to other programs.
func misspellings(names []string, set map[string]string) (problems []error) {
	known := slices.Sorted(maps.Keys(keys))
	for _, name := range names {
		plain := strings.TrimSuffix(strings.ToUpper(name), "_FILE")
		if _, ours := keys[strings.TrimSuffix(name, "_FILE")]; ours {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return spelling.Distance(plain, a) - spelling.Distance(plain, b) })
		if spelling.Distance(plain, nearest) <= maxMisspelling && set[nearest] == "" {
			problems = append(problems, fmt.Errorf("%s: there is no such key; the nearest is %s", printable(name), nearest))
		}
	}
	return problems
}

// printable returns the key if it looks like one, or else "a key", because it may be a secret.
func printable(key string) string {
	if strings.Trim(strings.ToUpper(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "a key"
	}
	return key
}
