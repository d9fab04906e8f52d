package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"moyo/catalog"
	"moyo/internal/sentence"
)

// sayers are the functions that make what is said to people.
var sayers = map[string]sayer{
	"apierror.Say":      {at: 1},
	"apierror.Wrap":     {at: 2},
	"match.refuse":      {at: 1},
	"tournament.refuse": {},
	"rungs.refuse":      {},
	"sentence.Errorf":   {},
	"tsumego.Invalidf":  {},
	"tsumego.InvalidOf": {at: 1, sides: true},
	"sentence.No":       {},
	"sentence.New":      {area: said},
	"sentence.Of":       {at: 1, area: said, sides: true},
}

// sayer is how a function is called that makes what is said to people.
type sayer struct {
	at    int  // the place of the id among the arguments; the words follow it
	area  kind // of what it says
	sides bool // it has words for either side
}

// kind is of what is said to people: each has a file of the page.
type kind int

const (
	refused kind = iota // to those whom something is refused
	said                // all else
	kinds
)

// spoken has what is said to people, by its kind.
type spoken [kinds][]catalog.Text

// sentences returns what the program says to people with an id that the page has
// words for: all that stands in the calls of sayers anywhere in a module, in the order
// of the ids.
func sentences(module fs.FS) (spoken, error) {
	var s spoken
	if err := fs.WalkDir(module, ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != "." && hasNoPackage(e.Name()):
			return fs.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		if err := s.readFile(module, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}); err != nil {
		return s, err
	}
	for _, texts := range s {
		slices.SortFunc(texts, func(a, b catalog.Text) int { return strings.Compare(a.ID, b.ID) })
	}
	return s, nil
}

// hasNoPackage says whether the go command looks for no package in a folder, or nobody
// would put one there: those of npm are large.
func hasNoPackage(dir string) bool {
	return dir[0] == '.' || dir[0] == '_' || dir == "testdata" || dir == "node_modules"
}

// readFile reads a file of a module.
func (s *spoken) readFile(module fs.FS, path string) error {
	text, err := fs.ReadFile(module, path)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	return s.file(f)
}

// file reads a file, but for the sayers in it: they pass on what they are called with.
func (s *spoken) file(f *ast.File) error {
	var err error
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && isSayer(fn, f.Name.Name) {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && err == nil {
				err = s.read(call, f.Name.Name)
			}
			return err == nil
		})
	}
	return err
}

// isSayer says whether a function of a package is one of sayers.
func isSayer(fn *ast.FuncDecl, pkg string) bool {
	_, ok := sayers[pkg+"."+fn.Name.Name]
	return ok && fn.Recv == nil
}

// read takes what a call in a package says, if it is one of a sayer.
func (s *spoken) read(call *ast.CallExpr, pkg string) error {
	by, ok := sayers[callee(call.Fun, pkg)]
	if !ok || len(call.Args) < by.at+2 {
		return nil
	}
	id, isLit := literal(call.Args[by.at])
	switch {
	case !isLit:
		return fmt.Errorf("an id of %s is no text that stands in the call", callee(call.Fun, pkg))
	case id == "":
		return nil
	}
	args := call.Args[by.at+1:]
	if !by.sides {
		return s.put(by.area, id, args[0], args[1:])
	}
	if len(args) < 2 {
		return fmt.Errorf("%q has no words for White", id)
	}
	if err := s.put(by.area, id+".black", args[0], args[2:]); err != nil {
		return err
	}
	return s.put(by.area, id+".white", args[1], args[2:])
}

// put takes the words of an id, which stand in a call before what fills their places.
func (s *spoken) put(of kind, id string, words ast.Expr, args []ast.Expr) error {
	format, isLit := literal(words)
	if !isLit {
		return fmt.Errorf("the words of %q are no text that stands in the call", id)
	}
	pattern, counted := sentence.Pattern(format, forms(args)...)
	text := catalog.Text{ID: id, Words: pattern}
	if counted {
		text.One = pattern
	}
	for _, known := range s[of] {
		if known.ID == id {
			if known != text {
				return fmt.Errorf("%q says %q, and elsewhere %q", id, pattern, known.Words)
			}
			return nil
		}
	}
	s[of] = append(s[of], text)
	return nil
}

// forms returns the forms of values that a language writes in its own way, "" for
// all others.
func forms(args []ast.Expr) []string {
	list := make([]string, len(args))
	for i, arg := range args {
		if call, ok := arg.(*ast.CallExpr); ok {
			if name, ok := strings.CutPrefix(callee(call.Fun, ""), "sentence."); ok {
				list[i] = sentence.Forms[name]
			}
		}
	}
	return list
}

// callee is the name of a function that is called in pkg, with the package that has it.
func callee(fun ast.Expr, pkg string) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return pkg + "." + f.Name
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok {
			return pkg.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// literal is the text of an expression that is one, or of several that are added.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, also := literal(e.Y)
		return left + right, e.Op == token.ADD && ok && also
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	}
	return "", false
}
