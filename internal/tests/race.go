package main

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
)

// watched returns the packages with tests that run under the race detector: those whose own code starts goroutines or
// shares memory between them, and all of the server, whose functions are called concurrently. In other packages only
// tests could create races. Tests of watched packages also run without the detector if they skip with it.
func (m *module) watched() []*folder {
	var found []*folder
	for _, f := range m.sorted() {
		if len(f.tests) > 0 && (strings.HasPrefix(f.dir+"/", "server/") || slices.ContainsFunc(f.code, concurrent)) {
			found = append(found, f)
		}
	}
	return found
}

// concurrent reports whether a file starts a goroutine or uses a lock, a wait group or an atomic value. A value that is
// set once and then only read (sync.Once and similar) does not count.
func concurrent(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			pkg, name := selected(n)
			found = found || pkg == "atomic" || pkg == "sync" && !strings.HasPrefix(name, "Once") || pkg == "errgroup"
		}
		return !found
	})
	return found
}

// plain returns the arguments of the plain runs of go test: all packages that are not watched, and in the others the
// tests that skip, or do less, under the race detector.
func (m *module) plain() []string {
	watched := m.watched()
	var rest, partly []*folder
	names := map[string]bool{}
	for _, f := range m.sorted() {
		if len(f.tests) == 0 {
			continue
		}
		if !slices.Contains(watched, f) {
			rest = append(rest, f)
			continue
		}
		if tests := f.sparing(); len(tests) > 0 {
			partly = append(partly, f)
			for _, name := range tests {
				names[name] = true
			}
		}
	}
	return []string{
		strings.Join(dirs(rest), " "),
		"-run ^(" + strings.Join(slices.Sorted(maps.Keys(names)), "|") + ")$ " + strings.Join(dirs(partly), " "),
	}
}

// sparing returns the tests of a package that call, directly or indirectly, a function that skips them under the race
// detector.
func (f *folder) sparing() []string {
	spared := map[string]bool{"SkipUnderRace": true, "LongUnderRace": true, "Rounds": true}
	for more := true; more; {
		more = false
		f.functions(func(fn *ast.FuncDecl) {
			if !spared[fn.Name.Name] && calls(fn, spared) {
				spared[fn.Name.Name], more = true, true
			}
		})
	}
	var tests []string
	for name := range spared {
		if strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz") {
			tests = append(tests, name)
		}
	}
	return tests
}

// calls reports whether a function calls one of the named ones: as a function, as a method, or with the name of its
// package.
func calls(fn *ast.FuncDecl, named map[string]bool) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && named[id.Name] {
				found = true
			}
			if _, name := selected(call.Fun); named[name] || named[qualified(call.Fun)] {
				found = true
			}
		}
		return !found
	})
	return found
}
