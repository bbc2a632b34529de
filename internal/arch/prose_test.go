package arch

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// phrases are patterns in comments that readers stumble over, each with advice.
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

// maxPhrases limits the lines with such phrases per 1,000 lines of comments in a package.
const maxPhrases = 20

// checkProse finds the phrases in packages that have too many of them.
func checkProse(files []file) (broken []string) {
	lines, found := make(map[string]int), make(map[string][]string)
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
				if phrase := p.pattern.FindString(line); phrase != "" {
					found[f.pkg] = append(found[f.pkg], fmt.Sprintf("%s:%d: %q: %s", f.path(), n, strings.TrimSpace(phrase), p.better))
					break
				}
			}
		}
	}
	for pkg, all := range found {
		if len(all) > lines[pkg]*maxPhrases/1000 {
			broken = append(broken, all...)
		}
	}
	slices.Sort(broken)
	return broken
}
