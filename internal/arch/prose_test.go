package arch

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// phrases are turns of phrase that readers of comments stumble over, each with a better one.
var phrases = []struct {
	pattern *regexp.Regexp
	better  string
}{
	{regexp.MustCompile(`(^|[^a-zA-Z])(is|are|was|were) (what|how|whether|who|when|where|which|why)\b`), "say what it holds, returns or reports"},
	{regexp.MustCompile(`\b(of|for|by|in|to|with|from|at) (which|whom)\b`), "make it two sentences"},
	{regexp.MustCompile(`\b(that one|those that|those who)\b`), "name the thing or the actor"},
	{regexp.MustCompile(`\b(whoever|whatever|wherever)\b`), "name the actor, the thing or the place"},
	{regexp.MustCompile(`\b(is|are|has|have|had|was|were) none\b`), "say what is missing"},
	{regexp.MustCompile(`\b(so many|so much)\b`), "write n, or the limit"},
	{regexp.MustCompile(`\b(anew|likewise|but for|for good|all the same)\b|\bbeside (it|them|the|each)\b`), "write again, too, except, forever, next to"},
	{regexp.MustCompile(`\b(is|are|was|were) to (be )?[a-z]+`), "write must or should"},
	{regexp.MustCompile(`\b(tells|told)\b`), "write returns, reports or shows"},
	{regexp.MustCompile(`\b(somebody|nobody|anybody)\b`), "name the actor: the player, the caller, the process"},
	{regexp.MustCompile(`(nil|empty|zero|0) for (none|nothing|never|nobody)`), "write nil if there is no game"},
	{regexp.MustCompile(`\b(has|have) (it|them|the [a-z]+|a [a-z]+) [a-z]+ed\b`), "use the verb itself"},
}

// maxStumbles limits the lines with such phrases in 1,000 lines of a package's comments.
const maxStumbles = 20

// stumblesLeft holds the packages that have more today, with how many. It may only shrink.
var stumblesLeft = map[string]int{}

// checkProse finds packages whose comments have too many of the phrases, and lists those.
func checkProse(files []file) (broken []string) {
	lines, stumbles := make(map[string]int), make(map[string][]string)
	for _, f := range files {
		if ast.IsGenerated(f.syntax) {
			continue
		}
		n := 0
		for line := range strings.Lines(string(f.text)) {
			n++
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "//") {
				continue
			}
			lines[f.pkg]++
			for _, p := range phrases {
				if found := p.pattern.FindString(line); found != "" {
					at := fmt.Sprintf("%s:%d: %q: %s", f.path(), n, strings.TrimSpace(found), p.better)
					stumbles[f.pkg] = append(stumbles[f.pkg], at)
					break
				}
			}
		}
	}
	for pkg, found := range stumbles {
		if len(found) > max(stumblesLeft[pkg], lines[pkg]*maxStumbles/1000) {
			broken = append(broken, found...)
		}
	}
	slices.Sort(broken)
	return broken
}
