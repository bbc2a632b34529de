package store

import (
	"context"
	"fmt"
	"strings"
)

// anyPrefix is the condition that a place begins with one of the prefixes, with
// its arguments after the others.
func anyPrefix(prefixes []string, args []any) (string, []any) {
	conditions := []string{"1 = 0"}
	for _, p := range prefixes {
		args = append(args, p)
		conditions = append(conditions, fmt.Sprintf(ofPrefix, len([]rune(p)), len(args)))
	}
	return strings.Join(conditions, " OR "), args
}

// afterAll is the first text, by its bytes, behind all that begin with a prefix that ends with
// a slash, or behind the name itself if that is none.
func afterAll(name string) string {
	if prefix, ok := strings.CutSuffix(name, "/"); ok {
		return prefix + "0"
	}
	return name + "\x01"
}

// tenures are the prefixes of a name on which tombstones can stand: those up to its
// first three slashes, "" where it has fewer.
func tenures(name string) (prefixes [3]string) {
	end := 0
	for i := range prefixes {
		slash := strings.IndexByte(name[end:], '/')
		if slash < 0 {
			break
		}
		end += slash + 1
		prefixes[i] = name[:end]
	}
	return prefixes
}

// condemned reports whether a confirmed tombstone stands on one of the names. Whoever asks
// at the end of a transaction needs no lock: what the transaction has stored before the
// tombstone stood is found by those who have waited in [database.Settle].
func condemned(ctx context.Context, s session, names ...string) (stands bool, err error) {
	var args []any
	var numbers []string
	for _, name := range names {
		for _, prefix := range tenures(name) {
			args = append(args, prefix)
			numbers = append(numbers, fmt.Sprint("$", len(args)))
		}
	}
	query := `SELECT 1 WHERE ` + isCondemned + strings.Join(numbers, ", ") + `))`
	err = s.query(ctx, query, args, func(scan) error {
		stands = true
		return nil
	})
	return stands, err
}
