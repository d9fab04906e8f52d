package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// allowedFile lists the exceptions for tests that depend on the clock, with reasons. It may only
// shrink.
const allowedFile = "internal/tests/allowed.txt"

// patience is the shortest real time that a test may wait for an event: only a hanging test waits longer. A shorter
// wait fails randomly on a busy machine, or passes randomly if the event must not happen.
const patience = 10 * time.Second

// timing finds what depends on the clock in the tests, benchmarks excepted, as "FILE FUNCTION RULE", with the positions
// of each:
//
//	sleep    time.Sleep
//	elapsed  time.Since, or a comparison with time.Now: how long something took
//	wait     a timer, a deadline or a context of less than 10 seconds
//	port     a port that another program may have
//
// In a bubble of testing/synctest time stops until every goroutine waits, so only ports matter there.
func (m *module) timing() map[string][]token.Position {
	found := map[string][]token.Position{}
	for _, f := range m.sorted() {
		files := f.tests
		if strings.HasSuffix(f.dir, "test") { // a package that only tests import
			files = slices.Concat(files, f.code)
		}
		wraps := f.wrappers()
		in := f.bubbles(wraps)
		for _, file := range files {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || fn.Body == nil || strings.HasPrefix(fn.Name.Name, "Benchmark") {
					continue
				}
				inspect(fn, in, wraps, func(n ast.Node, bubble bool) {
					if rule := broken(n); rule != "" && (rule == "port" || !bubble) {
						at := m.set.Position(n.Pos())
						key := at.Filename + " " + fn.Name.Name + " " + rule
						found[key] = append(found[key], at)
					}
				})
			}
		}
	}
	return found
}

// wrappers returns the functions of a package's tests that run a given function in a bubble.
func (f *folder) wrappers() map[string]bool {
	found := map[string]bool{}
	f.functions(func(fn *ast.FuncDecl) {
		takes := slices.ContainsFunc(fn.Type.Params.List, func(field *ast.Field) bool { _, ok := field.Type.(*ast.FuncType); return ok })
		if takes && calls(fn, map[string]bool{"synctest.Test": true}) {
			found[fn.Name.Name] = true
		}
	})
	return found
}

// bubbles returns the functions of a package's tests that run only in bubbles: each use of their name is in a bubble.
func (f *folder) bubbles(wraps map[string]bool) map[string]bool {
	in := map[string]bool{}
	f.functions(func(fn *ast.FuncDecl) { in[fn.Name.Name] = !isEntry(fn.Name.Name) })
	for less := true; less; {
		named, outside := map[string]bool{}, map[string]bool{}
		f.functions(func(fn *ast.FuncDecl) {
			inspect(fn, in, wraps, func(n ast.Node, bubble bool) {
				if id, ok := n.(*ast.Ident); ok && id != fn.Name {
					named[id.Name] = true
					outside[id.Name] = outside[id.Name] || !bubble
				}
			})
		})
		less = false
		for name, is := range in {
			if is && (outside[name] || !named[name]) {
				in[name], less = false, true
			}
		}
	}
	return in
}

// isEntry reports whether go test calls a function by itself.
func isEntry(name string) bool {
	return slices.ContainsFunc([]string{"Test", "Fuzz", "Example", "Benchmark"}, func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}

// inspect visits the nodes of a function, each with whether it is in a bubble: in a function of bubbles, or in an
// argument of synctest.Test or of a function that wraps it.
func inspect(fn *ast.FuncDecl, bubbles, wraps map[string]bool, visit func(n ast.Node, bubble bool)) {
	var walk func(n ast.Node, bubble bool)
	walk = func(n ast.Node, bubble bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			visit(n, bubble)
			call, ok := n.(*ast.CallExpr)
			if !ok || bubble {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); !(ok && wraps[id.Name]) && qualified(call.Fun) != "synctest.Test" {
				return true
			}
			for _, arg := range call.Args {
				walk(arg, true)
			}
			return false
		})
	}
	walk(fn.Body, bubbles[fn.Name.Name])
}

var port = regexp.MustCompile(`^(|localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0):[1-9][0-9]*$`)

// broken returns the rule that a node breaks outside of bubbles, or "".
func broken(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch pkg, name := selected(call.Fun); {
	case pkg == "time" && name == "Sleep":
		return "sleep"
	case pkg == "time" && name == "Since", (name == "After" || name == "Before" || name == "Sub") && pkg != "time" && mentionsNow(call):
		return "elapsed"
	case strings.HasPrefix(name, "Listen") && slices.ContainsFunc(call.Args, isPort):
		return "port"
	case waits[qualified(call.Fun)] || strings.HasPrefix(name, "Set") && strings.HasSuffix(name, "Deadline"):
		if slices.ContainsFunc(call.Args, isShort) {
			return "wait"
		}
	}
	return ""
}

// waits are the calls that wait for a time, or make others wait.
var waits = map[string]bool{
	"time.After": true, "time.NewTimer": true, "time.AfterFunc": true, "time.NewTicker": true, "time.Tick": true,
	"context.WithTimeout": true, "context.WithTimeoutCause": true, "context.WithDeadline": true,
}

// mentionsNow reports whether time.Now is called in an expression.
func mentionsNow(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			pkg, name := selected(call.Fun)
			found = found || pkg == "time" && name == "Now"
		}
		return !found
	})
	return found
}

// isPort reports whether an expression is an address with a fixed port.
func isPort(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return false
	}
	text, err := strconv.Unquote(lit.Value)
	return err == nil && port.MatchString(text)
}

// isShort reports whether an expression, or a part of it, is a time below the tests' patience, such as
// 50*time.Millisecond.
func isShort(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if expr, ok := n.(ast.Expr); ok {
			if d, ok := duration(expr); ok {
				found = found || d < patience
				return false
			}
		}
		return true
	})
	return found
}

// units are the units of time that tests name.
var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// duration returns the value of time.Second, 5*time.Second or time.Second*5.
func duration(e ast.Expr) (time.Duration, bool) {
	if pkg, name := selected(e); pkg == "time" && units[name] != 0 {
		return units[name], true
	}
	product, ok := e.(*ast.BinaryExpr)
	if !ok || product.Op != token.MUL {
		return 0, false
	}
	for _, pair := range [][2]ast.Expr{{product.X, product.Y}, {product.Y, product.X}} {
		lit, isLit := pair[0].(*ast.BasicLit)
		unit, isUnit := duration(pair[1])
		if !isLit || !isUnit {
			continue
		}
		if n, err := strconv.Atoi(lit.Value); err == nil {
			return time.Duration(n) * unit, true
		}
	}
	return 0, false
}

// compare returns the differences between the findings and the text of allowedFile, whose lines are "FILE FUNCTION RULE
// COUNT REASON": findings that are not allowed, with their positions, and exceptions that are no longer needed.
func compare(found map[string][]token.Position, allowed string) []string {
	var faults []string
	rest := maps.Clone(found)
	for i, line := range strings.Split(allowed, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(line, " ", 5)
		if len(fields) < 5 {
			faults = append(faults, fmt.Sprintf("%s:%d: want FILE FUNCTION RULE COUNT REASON", allowedFile, i+1))
			continue
		}
		key := strings.Join(fields[:3], " ")
		if count, err := strconv.Atoi(fields[3]); err != nil || len(rest[key]) < count {
			faults = append(faults,
				fmt.Sprintf("%s:%d: %s occurs %d times, not %s: change the line", allowedFile, i+1, key, len(rest[key]), fields[3]))
		} else if len(rest[key]) > count {
			continue // all of its positions are listed below
		}
		delete(rest, key)
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		for _, at := range rest[key] {
			rule := key[strings.LastIndex(key, " ")+1:]
			faults = append(faults, fmt.Sprintf("%s:%d: %s in %s: %s", at.Filename, at.Line, rule, strings.Fields(key)[1], advice[rule]))
		}
	}
	return faults
}

// advice is how to avoid breaking a rule.
var advice = map[string]string{
	"sleep":   "use testing/synctest, or wait for the event",
	"elapsed": "count nodes, events, requests or allocations: times depend on what else runs",
	"wait":    "use testing/synctest, or wait for at least 10 s: even a busy machine takes longer only if something hangs",
	"port":    "listen on port 0 and ask for the address",
}
