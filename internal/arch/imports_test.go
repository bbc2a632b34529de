package arch

import (
	"fmt"
	"go/ast"
	"path"
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
