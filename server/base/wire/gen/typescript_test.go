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

// TestTypeScriptJoinsFolders uses types of one folder in another.
func TestTypeScriptJoinsFolders(t *testing.T) {
	first := "// Package wire talks.\npackage wire\n\ntype A struct{}\n"
	second := "// Package clubs does, too.\npackage clubs\n\nimport \"moyo/server/base/wire\"\n\n" +
		"type B struct {\n\tOne []wire.A `json:\"one\"`\n\tTwo *B `json:\"two\"`\n}\n"
	got, err := TypeScript([]source{{"server/base/wire/a.go", []byte(first)}, {"server/clubs/wire.go", []byte(second)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := header + "\n/**\n * Package wire talks.\n *\n * Package clubs does, too.\n */\n" +
		"\nexport interface A {\n}\n\nexport interface B {\n  one: A[];\n  two: B | null;\n}\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTypeScriptRefusesFolders checks the errors for files of several folders that do not fit together.
func TestTypeScriptRefusesFolders(t *testing.T) {
	const file, wired = "server/clubs/wire.go", "package clubs\nimport \"moyo/server/base/wire\"\n"
	for name, c := range map[string]struct{ text, want string }{
		"one name twice": {"package clubs\ntype A struct{}", "server/base/wire/a.go"},
		"name of ids":    {"package clubs\ntype Word struct{}", "lists of ids"},
		"not imported":   {"package clubs\ntype B struct { C A `json:\"c\"` }", "type A is not a type of the wire"},
		"not declared":   {wired + "type B struct { C wire.D `json:\"c\"` }", "type D is not a type of the wire"},
		"of no folder": {
			"package clubs\nimport \"moyo/server/store\"\ntype B struct { C store.A `json:\"c\"` }",
			"type A is not a type of the wire",
		},
	} {
		sources := []source{{"server/base/wire/a.go", []byte("package wire\ntype A struct{}")}, {file, []byte(c.text)}}
		_, err := TypeScript(sources, []union{{"Word", "", []string{"a"}}})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v does not name both %s and %q", name, err, file, c.want)
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
