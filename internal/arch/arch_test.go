package arch

import (
	"os"
	"slices"
	"testing"
)

var checks = []struct {
	name string
	find func([]file) []string // returns one line for each broken rule, with the reason
}{
	{"imports", checkImports},
	{"storage", checkStorage},
	{"uses", checkUses},
	{"platforms", checkPlatforms},
	{"names", checkNames},
	{"docs", checkDocs},
	{"files", checkFiles},
	{"prose", checkProse},
}

func TestProject(t *testing.T) {
	files, err := load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(files, func(f file) bool { return f.path() == "rules/doc.go" }) {
		t.Fatal("the files of the project were not found")
	}
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) {
			for _, broken := range check.find(files) {
				t.Error(broken)
			}
		})
	}
}
