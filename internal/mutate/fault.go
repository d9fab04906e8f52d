package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
)

// fault is a small change of one file's text.
type fault struct {
	file       string
	line       int
	src        []byte // the file as it is
	start, end int    // the bytes to replace
	text       string // the replacement
}

func (f fault) String() string {
	return fmt.Sprintf("%s:%d: %q becomes %q", f.file, f.line, f.src[f.start:f.end], f.text)
}

// source returns the file with the fault.
func (f fault) source() []byte {
	return slices.Concat(f.src[:f.start], []byte(f.text), f.src[f.end:])
}

// turned contains the replacement of each operator: a bound moves by one, a condition or a sign is
// inverted.
var turned = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
	token.ADD: "-", token.SUB: "+", token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
	token.INC: "--", token.DEC: "++", token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=",
}

// faultsOf lists the possible faults in a file: operators replaced as in [turned], numbers raised
// by one, booleans inverted, conditions of if and for statements negated, the bounds of slices
// raised by one.
func faultsOf(file string, src []byte) ([]fault, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := &collector{file: file, src: src, fset: fset}
	ast.Inspect(tree, c.visit)
	return c.faults, nil
}

// collector gathers the faults of one file.
type collector struct {
	file   string
	src    []byte
	fset   *token.FileSet
	faults []fault
}

func (c *collector) add(pos token.Pos, length int, text string) {
	p := c.fset.Position(pos)
	c.faults = append(c.faults, fault{c.file, p.Line, c.src, p.Offset, p.Offset + length, text})
}

// operator adds the fault of an operator, if it has one.
func (c *collector) operator(pos token.Pos, op token.Token) {
	if text, ok := turned[op]; ok {
		c.add(pos, len(op.String()), text)
	}
}

// negate adds the fault of a condition that is not a comparison, which operator handles.
func (c *collector) negate(cond ast.Expr) {
	if _, binary := cond.(*ast.BinaryExpr); cond == nil || binary {
		return
	}
	length := int(cond.End() - cond.Pos())
	start := c.fset.Position(cond.Pos()).Offset
	c.add(cond.Pos(), length, "!("+string(c.src[start:start+length])+")")
}

func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false // struct tags and array types of parameters
	case *ast.BinaryExpr:
		c.operator(n.OpPos, n.Op)
	case *ast.IncDecStmt:
		c.operator(n.TokPos, n.Tok)
	case *ast.AssignStmt:
		c.operator(n.TokPos, n.Tok)
	case *ast.IfStmt:
		c.negate(n.Cond)
	case *ast.ForStmt:
		c.negate(n.Cond)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			c.add(n.Pos(), len(n.Name), strconv.FormatBool(n.Name == "false"))
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 10, 32); n.Kind == token.INT && err == nil {
			c.add(n.Pos(), len(n.Value), strconv.FormatInt(v+1, 10))
		}
	}
	return true
}
