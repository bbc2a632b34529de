package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// checkStorage finds types of the packages that declare a Store which implement a part of it:
// readers of their documentation see games, people and the seam, and no database.
func checkStorage(files []file) (broken []string) {
	return append(checkStorageOf(files, "game"), checkStorageOf(files, "people")...)
}

func checkStorageOf(files []file, pkg string) (broken []string) {
	const seam = "Store"
	var parts []string                     // of the seam, which it embeds
	methods := map[string][]string{}       // of each type, an interface too
	embedding := map[string][]string{}     // the types that each embeds, and with them all their methods
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
					methods[name] = fieldNames(kind.Methods)
					if name == seam {
						parts = embedded(kind.Methods)
					}
				case *ast.StructType:
					embedding[name] = embedded(kind.Fields)
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
	if len(parts) == 0 {
		return []string{fmt.Sprintf("%s: declares no interface %s of several: the package says what it needs of a store", pkg, seam)}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		for _, part := range parts {
			lacks := func(m string) bool { return !slices.Contains(methods[name], m) }
			keeps := name != part && !slices.ContainsFunc(methods[part], lacks)
			if keeps || slices.Contains(embedding[name], part) || slices.Contains(embedding[name], seam) {
				broken = append(broken, fmt.Sprintf("%s: %s.%s is a %s: databases, caches and fakes of them belong to package store or to tests", declared[name](), pkg, name, seam))
				break
			}
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

// embedded are the types that a struct or an interface embeds.
func embedded(fields *ast.FieldList) (names []string) {
	for _, field := range fields.List {
		if len(field.Names) == 0 && typeName(field.Type) != "" { // else of another package
			names = append(names, typeName(field.Type))
		}
	}
	return names
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
