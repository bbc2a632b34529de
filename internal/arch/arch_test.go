package arch

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/slack"
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

// file is a Go file of the project. Build constraints do not matter.
type file struct {
	pkg    string // directory below the root of the module
	name   string
	text   []byte
	syntax *ast.File
	set    *token.FileSet
}

// load reads the Go files in fsys.
func load(fsys fs.FS) ([]file, error) {
	var files []file
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file{path.Dir(name), base, text, syntax, set})
		return nil
	})
	return files, err
}

// isTestPackage reports whether a package exists only for tests, such as chat/chattest.
func isTestPackage(pkg string) bool {
	return strings.HasSuffix(pkg, "test") || pkg == "store/memory" || pkg == "adapters/internal/fake" // fakes of platforms build on it
}

// isTest reports whether the file is never built into a program.
func (f file) isTest() bool { return strings.HasSuffix(f.name, "_test.go") || isTestPackage(f.pkg) }

func (f file) path() string { return path.Join(f.pkg, f.name) }

// at returns the position of a node, as path:line:column.
func (f file) at(n ast.Node) string { return f.set.Position(n.Pos()).String() }

func (f file) lines() int { return bytes.Count(f.text, []byte("\n")) }

// imports calls yield for each import of the file, with its local name.
func (f file) imports(yield func(spec *ast.ImportSpec, path, name string)) {
	for _, spec := range f.syntax.Imports {
		target, _ := strconv.Unquote(spec.Path.Value) // the parser has accepted the string
		name := path.Base(strings.TrimSuffix(target, "/v2"))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		yield(spec, target, name)
	}
}

func under(pkg string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return pkg == root || strings.HasPrefix(pkg, root+"/")
	})
}

// Adapters hold secrets, and many packages use an adapter. So adapters have no exported field, not even
// an embedded one.
func TestAdaptersGiveNoSecrets(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[discord.Adapter](), reflect.TypeFor[gateway.Gateway](), reflect.TypeFor[slack.Adapter]()} {
		for _, field := range reflect.VisibleFields(of) {
			if field.IsExported() {
				t.Errorf("%s shows its field %s: make it unexported, and pass its value to the part that needs it", of, field.Name)
			}
		}
	}
}
