package arch

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// ruleFor returns the rule for a package, and the package whose path matches the rule: pkg itself, or a
// package above it.
func ruleFor(pkg string) (rule importRule, root string, ok bool) {
	for _, rule := range importRules {
		for root := pkg; root != "."; root = path.Dir(root) {
			if fits, _ := path.Match(rule.path, root); fits {
				return rule, root, true
			}
		}
	}
	return importRule{}, "", false
}

func checkImports(files []file) (broken []string) {
	for _, f := range files {
		rule, root, ok := ruleFor(f.pkg)
		if !ok {
			broken = append(broken, fmt.Sprintf("%s: package %s has no import rule: say in internal/arch what it may import, and why", f.path(), f.pkg))
			continue
		}
		f.imports(func(spec *ast.ImportSpec, target, _ string) {
			if why := forbidden(f, rule, root, target); why != "" {
				broken = append(broken, fmt.Sprintf("%s: %s must not import %s: %s", f.at(spec), f.pkg, target, why))
			}
		})
	}
	return broken
}

func forbidden(f file, rule importRule, root, target string) string {
	pkg, inProject := strings.CutPrefix(target, module+"/")
	first, _, _ := strings.Cut(target, "/")
	switch {
	case inProject && under(pkg, lab) && !under(f.pkg, lab):
		return "what is in lab is for authors alone, and nothing else needs it, not even a test"
	case inProject && isTestPackage(pkg) && !f.isTest() && !under(f.pkg, rigs...):
		return "a package of tests must not become part of a program"
	case inProject:
		if f.isTest() && !isTestPackage(f.pkg) || under(pkg, root) || rule.project == "*" || under(pkg, strings.Fields(rule.project)...) {
			return ""
		}
		return rule.why
	case strings.Contains(first, "."): // another module
		if under(target, strings.Fields(rule.modules)...) || f.isTest() && under(target, testModules...) {
			return ""
		}
		return "a dependency needs a reason and the one package that it is for; " + rule.why
	case under(target, "testing") && !f.isTest() && !under(f.pkg, rigs...):
		return "tests and their flags must not become part of a program"
	}
	return ""
}

// checkUses finds clocks, randomness and I/O in the pure packages, but not in main packages below them.
func checkUses(files []file) (broken []string) {
	for _, f := range files {
		if f.isTest() || f.syntax.Name.Name == "main" || !under(f.pkg, purePackages...) {
			continue
		}
		f.imports(func(spec *ast.ImportSpec, target, name string) {
			i := slices.IndexFunc(useRules, func(r useRule) bool { return r.path == target })
			if i < 0 {
				return
			}
			rule := useRules[i]
			if name == "." || rule.names == nil && rule.except == nil {
				broken = append(broken, fmt.Sprintf("%s: %s must not import %s: %s", f.at(spec), f.pkg, target, rule.why))
				return
			}
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				use, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if of, ok := use.X.(*ast.Ident); !ok || of.Name != name {
					return true
				}
				if slices.Contains(rule.names, use.Sel.Name) || rule.except != nil && !slices.Contains(rule.except, use.Sel.Name) {
					broken = append(broken, fmt.Sprintf("%s: %s must not use %s.%s: %s", f.at(use), f.pkg, target, use.Sel.Name, rule.why))
				}
				return true
			})
		})
	}
	return broken
}

func checkPlatforms(files []file) (broken []string) {
	for _, f := range files {
		if strings.HasSuffix(f.name, "_test.go") || under(f.pkg, platformPackages...) {
			continue
		}
		number := 0
		for line := range strings.Lines(string(f.text)) {
			number++
			for _, name := range platforms {
				if strings.Contains(strings.ToLower(line), name) {
					broken = append(broken, fmt.Sprintf("%s:%d: names %s: only adapters and the program around them know a platform, the others know its chat.Limits", f.path(), number, name))
				}
			}
		}
	}
	return broken
}

func checkNames(files []file) (broken []string) {
	for _, f := range files {
		for _, name := range []string{path.Base(f.pkg), strings.TrimSuffix(f.syntax.Name.Name, "_test")} {
			if slices.Contains(vagueNames, name) {
				broken = append(broken, fmt.Sprintf("%s: a package called %s has no subject and collects everything: name it after what it does", f.path(), name))
				break
			}
		}
	}
	return broken
}

// checkDocs finds packages without exactly one package doc, and docs that break a rule. A doc says what
// the package is for and what it must never do.
func checkDocs(files []file) (broken []string) {
	packages := make(map[string][]file) // without test files
	for _, f := range files {
		if !strings.HasSuffix(f.name, "_test.go") {
			packages[f.pkg] = append(packages[f.pkg], f)
		}
	}
	for pkg, members := range packages {
		var docs []file
		for _, f := range members {
			if f.syntax.Doc.Text() != "" {
				docs = append(docs, f)
			}
		}
		if len(docs) != 1 {
			broken = append(broken, fmt.Sprintf("%s: %d files carry a package doc: exactly one says what the package is and what it must never do", pkg, len(docs)))
			continue
		}
		doc := docs[0]
		text, name := doc.syntax.Doc.Text(), doc.syntax.Name.Name
		if doc.name != "doc.go" && len(members) > 1 && (name != "main" || doc.name != "main.go") {
			broken = append(broken, fmt.Sprintf("%s: carries the package doc: a reader looks for it in doc.go", doc.path()))
		}
		if name != "main" && !strings.HasPrefix(text, "Package "+name+" ") {
			broken = append(broken, fmt.Sprintf("%s: the package doc does not begin with %q", doc.path(), "Package "+name+" "))
		}
		if n := len(strings.Fields(text)); n < minDocWords {
			broken = append(broken, fmt.Sprintf("%s: the package doc has %d words, fewer than %d: say what the package is and what it must never do", doc.path(), n, minDocWords))
		}
		if !slices.Contains(strings.Fields(strings.ToLower(text)), "never") {
			broken = append(broken, fmt.Sprintf("%s: the package doc does not say what the package must never do", doc.path()))
		}
	}
	slices.Sort(broken)
	return broken
}

func checkFiles(files []file) (broken []string) {
	for _, f := range files {
		if strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		if n := f.lines(); n > maxLines && !ast.IsGenerated(f.syntax) {
			broken = append(broken, fmt.Sprintf("%s: has %d lines, more than %d: a file has one subject", f.path(), n, maxLines))
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				broken = append(broken, fmt.Sprintf("%s: func init: nothing happens before main, so that two bots can run in one test", f.at(fn)))
			}
		}
	}
	return broken
}

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
