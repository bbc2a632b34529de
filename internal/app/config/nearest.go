package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"othellobot/internal/spelling"
)

// farthest is the largest edit distance, in letters, between a key and a name that counts as its
// misspelling.
const farthest = 2

// slips returns a problem for every name that is nearly one of our keys, unless the nearest key is
// set. All other names belong to other programs.
func slips(names []string, set map[string]string) (problems []error) {
	known := slices.Sorted(maps.Keys(keys))
	for _, name := range names {
		plain := strings.TrimSuffix(strings.ToUpper(name), "_FILE")
		if _, ours := keys[strings.TrimSuffix(name, "_FILE")]; ours {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return spelling.Distance(plain, a) - spelling.Distance(plain, b) })
		if spelling.Distance(plain, nearest) <= farthest && set[nearest] == "" {
			problems = append(problems, fmt.Errorf("%s: there is no such key; the nearest is %s", harmless(name), nearest))
		}
	}
	return problems
}

// harmless returns the key if it looks like one, or else "a key". Anything else may be a secret on a
// line of its own.
func harmless(key string) string {
	if strings.Trim(strings.ToUpper(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "a key"
	}
	return key
}
