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

// sentenceFuncs are the functions that create sentences for people.
var sentenceFuncs = map[string]sentenceFunc{
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

// sentenceFunc describes the calls of such a function.
type sentenceFunc struct {
	at    int  // index of the id among the arguments; the text follows it
	area  kind // of its sentences
	sides bool // it has a text for each side
}

// kind is a kind of sentences. Each kind has a file of the page.
type kind int

const (
	refused kind = iota // refusals
	said                // all others
	kinds
)

// spoken has the texts of sentences by kind.
type spoken [kinds][]catalog.Text

// sentences returns the texts of the program's sentences with an id, from the calls of sentenceFuncs in all packages
// of a module, ordered by id.
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

// hasNoPackage reports whether a folder cannot have Go packages, or should not be searched, such as the large folders
// of npm.
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

// file reads a file, except the sentenceFuncs in it, which pass on their arguments.
func (s *spoken) file(f *ast.File) error {
	var err error
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && isSentenceFunc(fn, f.Name.Name) {
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

// isSentenceFunc reports whether a function of a package is one of sentenceFuncs.
func isSentenceFunc(fn *ast.FuncDecl, pkg string) bool {
	_, ok := sentenceFuncs[pkg+"."+fn.Name.Name]
	return ok && fn.Recv == nil
}

// read adds the sentence of a call in a package, if it is a call of one of sentenceFuncs.
func (s *spoken) read(call *ast.CallExpr, pkg string) error {
	by, ok := sentenceFuncs[callee(call.Fun, pkg)]
	if !ok || len(call.Args) < by.at+2 {
		return nil
	}
	id, isLit := literal(call.Args[by.at])
	switch {
	case !isLit:
		return fmt.Errorf("the id of %s is not a literal", callee(call.Fun, pkg))
	case id == "":
		return nil
	}
	args := call.Args[by.at+1:]
	if !by.sides {
		return s.put(by.area, id, args[0], args[1:])
	}
	if len(args) < 2 {
		return fmt.Errorf("%q has no text for White", id)
	}
	if err := s.put(by.area, id+".black", args[0], args[2:]); err != nil {
		return err
	}
	return s.put(by.area, id+".white", args[1], args[2:])
}

// put adds the text of an id. args are the values of its places.
func (s *spoken) put(of kind, id string, words ast.Expr, args []ast.Expr) error {
	format, isLit := literal(words)
	if !isLit {
		return fmt.Errorf("the text of %q is not a literal", id)
	}
	pattern, counted := sentence.Pattern(format, forms(args)...)
	text := catalog.Text{ID: id, Words: pattern}
	if counted {
		text.One = pattern
	}
	for _, known := range s[of] {
		if known.ID == id {
			if known != text {
				return fmt.Errorf("%q has two texts: %q and %q", id, pattern, known.Words)
			}
			return nil
		}
	}
	s[of] = append(s[of], text)
	return nil
}

// forms returns how a language must format each value, "" for plain values.
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

// callee returns the name of a called function, with its package. pkg is the calling package.
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

// literal returns the text of a string literal, or of a sum of them.
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
