package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// checkStorage finds types of package game that implement its Store: whoever reads
// its documentation sees the game, the table and the seam, and no database.
func checkStorage(files []file) (broken []string) {
	const pkg, seam = "game", "Store"
	var promised []string                  // the methods of the seam
	methods := map[string][]string{}       // of each type
	embedding := map[string]bool{}         // the types that embed the seam, and with it all its methods
	declared := map[string]func() string{} // where each type stands
	for _, f := range files {
		if f.pkg != pkg || f.isTest() {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				name := n.Name.Name
				declared[name] = func() string { return f.at(n) }
				switch kind := n.Type.(type) {
				case *ast.InterfaceType:
					if name == seam {
						promised = fieldNames(kind.Methods)
					}
				case *ast.StructType:
					embedding[name] = embeds(kind, seam)
				}
			case *ast.FuncDecl:
				if n.Recv != nil {
					receiver := typeName(n.Recv.List[0].Type)
					methods[receiver] = append(methods[receiver], n.Name.Name)
				}
			}
			return true
		})
	}
	if len(promised) == 0 {
		return []string{fmt.Sprintf("%s: declares no interface %s: the package says what it needs of a store", pkg, seam)}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		keeps := !slices.ContainsFunc(promised, func(m string) bool { return !slices.Contains(methods[name], m) })
		if keeps || embedding[name] {
			broken = append(broken, fmt.Sprintf("%s: %s.%s is a %s: databases, caches and fakes of them belong to package store or to tests", declared[name](), pkg, name, seam))
		}
	}
	return broken
}

// fieldNames are the names of an interface's methods.
func fieldNames(fields *ast.FieldList) (names []string) {
	for _, field := range fields.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// embeds reports whether a struct embeds a type of that name.
func embeds(s *ast.StructType, name string) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 && typeName(f.Type) == name })
}

// typeName is the name of a type that is named, or pointed to.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	default:
		return ""
	}
}
