package main

import (
	"strings"
	"testing"
)

func TestTypeScript(t *testing.T) {
	first := "// Package p talks.\npackage p\n\n" +
		"// A is a thing.\ntype A struct {\n" +
		"\tOne string `json:\"one\"`\n" +
		"\tTwo *A `json:\"two,omitempty\"` // later\n" +
		"\tThree *A `json:\"three\"`\n" +
		"\tFour [][2]float64 `json:\"four\"`\n" +
		"\tSix string `json:\"six\" ts:\"Word\"`\n" +
		"\tSeven []string `json:\"seven\" ts:\"Word | \\\"\\\"\"`\n}\n"
	second := "package p\n\n// B is in another file.\ntype B struct {\n\tFive bool `json:\"five\"`\n}\n"
	got, err := TypeScript([]source{{"a.go", []byte(first)}, {"b.go", []byte(second)}},
		[]union{{"Word", "Word is said.", []string{"a.b", "c"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := header + "\n/** Package p talks. */\n\n/** A is a thing. */\nexport interface A {\n" +
		"  one: string;\n  /** later */\n  two?: A;\n  three: A | null;\n" +
		"  four: [number, number][];\n  six: Word;\n  seven: (Word | \"\")[];\n}\n" +
		"\n/** B is in another file. */\nexport interface B {\n  five: boolean;\n}\n" +
		"\n/** Word is said. */\nexport type Word =\n  | \"a.b\"\n  | \"c\";\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTypeScriptRefuses(t *testing.T) {
	for name, decl := range map[string]string{
		"no tag":        "type A struct { B int }",
		"two names":     "type A struct { B, C int `json:\"b\"` }",
		"a map":         "type A struct { B map[string]int `json:\"b\"` }",
		"not a struct":  "type A int",
		"hidden type":   "type A struct { B uint8 `json:\"b\"` }",
		"unknown array": "type A struct { B [N]int `json:\"b\"` }",
		"unknown ids":   "type A struct { B string `json:\"b\" ts:\"Words\"` }",
		"ids of a flag": "type A struct { B bool `json:\"b\" ts:\"Word\"` }",
	} {
		if _, err := TypeScript([]source{{"p.go", []byte("package p\n" + decl)}}, []union{{"Word", "", []string{"a"}}}); err == nil {
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), "p.go") {
			t.Errorf("%s: error %q does not name the file", name, err)
		}
	}
}

func TestUnionsRefuse(t *testing.T) {
	for name, values := range map[string][]string{"none": nil, "twice": {"a", "b", "a"}} {
		if _, err := TypeScript(nil, []union{{"Word", "", values}}); err == nil || !strings.Contains(err.Error(), "Word") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
