package arch

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

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
