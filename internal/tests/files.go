package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
)

// module has the syntax of all packages, by folder.
type module struct {
	set      *token.FileSet
	packages map[string]*folder
}

// folder has the files of one package and of its tests.
type folder struct {
	dir   string
	code  []*ast.File
	tests []*ast.File
}

// read parses the files of a module, including test data and code that tests never run, which does no harm.
func read(files []string) (*module, error) {
	m := &module{token.NewFileSet(), map[string]*folder{}}
	for _, name := range files {
		if strings.Contains(name, "/testdata/") {
			continue
		}
		file, err := parser.ParseFile(m.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		dir := path.Dir(name)
		f := m.packages[dir]
		if f == nil {
			f = &folder{dir: dir}
			m.packages[dir] = f
		}
		if strings.HasSuffix(name, "_test.go") {
			f.tests = append(f.tests, file)
		} else {
			f.code = append(f.code, file)
		}
	}
	return m, nil
}

// sorted returns the packages by folder.
func (m *module) sorted() []*folder {
	var all []*folder
	for _, dir := range slices.Sorted(maps.Keys(m.packages)) {
		all = append(all, m.packages[dir])
	}
	return all
}

// dirs returns the folders as arguments of go test, which starts them in this order. Those with most tests come first:
// a long one that starts last would leave other processors idle at the end.
func dirs(packages []*folder) []string {
	var names []string
	for _, f := range slices.SortedStableFunc(slices.Values(packages), func(a, b *folder) int { return b.size() - a.size() }) {
		names = append(names, "./"+f.dir)
	}
	return names
}

// size returns the number of a package's tests.
func (f *folder) size() int {
	n := 0
	f.functions(func(fn *ast.FuncDecl) {
		if strings.HasPrefix(fn.Name.Name, "Test") {
			n++
		}
	})
	return n
}

// functions calls visit with each function and method of the tests.
func (f *folder) functions(visit func(*ast.FuncDecl)) {
	for _, file := range f.tests {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				visit(fn)
			}
		}
	}
}

// selected returns the package and the name of an expression such as time.Sleep.
func selected(e ast.Expr) (pkg, name string) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if id, ok := sel.X.(*ast.Ident); ok {
		pkg = id.Name
	}
	return pkg, sel.Sel.Name
}

// qualified returns an expression such as time.Sleep as text, "" for others.
func qualified(e ast.Expr) string {
	if pkg, name := selected(e); pkg != "" {
		return pkg + "." + name
	}
	return ""
}
