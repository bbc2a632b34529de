package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// checkStorage finds implementations of Store, or of a part of it, in the packages that declare a
// Store. Those packages must know no database.
func checkStorage(files []file) (broken []string) {
	return append(checkStorageOf(files, "game"), checkStorageOf(files, "people")...)
}

func checkStorageOf(files []file, pkg string) (broken []string) {
	const storeName = "Store"
	var parts []string                     // the interfaces that Store embeds
	methods := map[string][]string{}       // by the name of a type or interface
	embedding := map[string][]string{}     // embedded types, by the name of the struct
	declared := map[string]func() string{} // positions, by type
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
					if name == storeName {
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
		return []string{fmt.Sprintf("%s: declares no interface %s of several: the package says what it needs of a store", pkg, storeName)}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		for _, part := range parts {
			lacks := func(m string) bool { return !slices.Contains(methods[name], m) }
			keeps := name != part && !slices.ContainsFunc(methods[part], lacks)
			if keeps || slices.Contains(embedding[name], part) || slices.Contains(embedding[name], storeName) {
				broken = append(broken, fmt.Sprintf("%s: %s.%s is a %s: databases, caches and fakes of them belong to package store or to tests", declared[name](), pkg, name, storeName))
				break
			}
		}
	}
	return broken
}

func fieldNames(fields *ast.FieldList) (names []string) {
	for _, field := range fields.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// embedded returns the names of the types that a struct or interface embeds.
func embedded(fields *ast.FieldList) (names []string) {
	for _, field := range fields.List {
		if len(field.Names) == 0 && typeName(field.Type) != "" { // other types come from other packages
			names = append(names, typeName(field.Type))
		}
	}
	return names
}

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
