package arch

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
)

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
