package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"othellobot/internal/spelling"
)

// farthest is by how many letters a key of the file may differ from one of ours to be
// taken for a slip.
const farthest = 2

// slips names the keys of a file that are nearly one of ours. Others belong to somebody
// else who reads the same file.
func slips(fromFile map[string]string) (problems []error) {
	known := slices.Sorted(maps.Keys(keys))
	for _, key := range slices.Sorted(maps.Keys(fromFile)) {
		plain := strings.TrimSuffix(strings.ToUpper(key), "_FILE")
		if _, ours := keys[strings.TrimSuffix(key, "_FILE")]; ours {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return spelling.Distance(plain, a) - spelling.Distance(plain, b) })
		if spelling.Distance(plain, nearest) <= farthest {
			problems = append(problems, fmt.Errorf("%s: there is no such key; the nearest is %s", harmless(key), nearest))
		}
	}
	return problems
}

// harmless is a key as it may be shown: what is no key may be a secret on a line of its
// own.
func harmless(key string) string {
	if strings.Trim(strings.ToUpper(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "a key"
	}
	return key
}
