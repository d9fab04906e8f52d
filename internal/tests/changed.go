package main

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// changed returns the packages with tests that changed files belong to, and the packages that import one of these. A
// file other than Go belongs to the nearest package above it; the page belongs to none.
func (m *module) changed(paths []string) []*folder {
	edited := map[string]bool{}
	for _, name := range paths {
		dir := path.Dir(name)
		for m.packages[dir] == nil && dir != "." {
			dir = path.Dir(dir)
		}
		if dir != "web" && dir != "." || strings.HasSuffix(name, ".go") {
			edited[dir] = true
		}
	}
	var found []*folder
	for _, f := range m.sorted() {
		if len(f.tests) > 0 && (edited[f.dir] || slices.ContainsFunc(f.code, func(file *ast.File) bool { return imports(file, edited) })) {
			found = append(found, f)
		}
	}
	return found
}

// imports reports whether a file imports one of the module's packages named.
func imports(file *ast.File, packages map[string]bool) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		dir, own := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "moyo/")
		return own && packages[dir]
	})
}
