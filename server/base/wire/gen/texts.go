package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/study/courses"
)

// area is a file of the page's texts whose English the terminal and the API use too, and which is therefore
// generated.
type area struct {
	name, doc string
	texts     []catalog.Text // their ids are keys with dots between their parts
}

// areas returns the files catalog, courses, refusals and sentences. root is the root of the module.
func areas(root string) ([]area, error) {
	spoken, err := sentences(os.DirFS(root))
	if err != nil {
		return nil, err
	}
	return []area{
		{"catalog", "Texts of the catalog about games, boards and engines.", catalogTexts()},
		{"courses", "The courses of problems.", courseTexts()},
		{"refusals", "The server's refusals.", spoken[refused]},
		{"sentences", "Other sentences of the program.", spoken[said]},
	}, nil
}

// catalogTexts returns all texts of the catalog.
func catalogTexts() []catalog.Text {
	var all []catalog.Text
	say := func(words string, ids ...string) {
		all = append(all, catalog.Text{ID: catalog.Key(ids...), Words: words})
	}
	for _, g := range catalog.Games() {
		say(g.Title, "games", g.ID, "title")
		say(g.Text, "games", g.ID, "text")
		say(g.HowToPlay, "games", g.ID, "howToPlay")
		for _, v := range g.Variants {
			say(v.Title, "variants", g.ID, v.ID)
		}
		for _, p := range g.Presets {
			say(p.Title, "presets", g.ID, p.ID, "title")
			say(p.Text, "presets", g.ID, p.ID, "text")
		}
		for _, r := range g.RuleSets {
			say(r.Title, "ruleSets", g.ID, r.ID, "title")
			say(r.Text, "ruleSets", g.ID, r.ID, "text")
		}
		for _, o := range g.Options {
			say(o.Title, "options", g.ID, o.ID, "title")
			say(o.Text, "options", g.ID, o.ID, "text")
			for _, c := range o.Choices {
				say(c.Title, "choices", g.ID, o.ID, c.Value, "title")
				say(c.Text, "choices", g.ID, o.ID, c.Value, "text")
			}
		}
	}
	for _, e := range catalog.Engines() {
		say(e.Title, "engines", e.Key(), "title")
		say(e.Text, "engines", e.Key(), "text")
	}
	all = append(all, under("names", catalog.GameNames())...)
	all = append(all, under("rules", catalog.RuleTexts())...)
	all = append(all, under("boards", catalog.BoardNames())...)
	return append(all, under("shapes", shapeTexts())...)
}

// under returns texts with the prefix of to their ids.
func under(of string, texts []catalog.Text) []catalog.Text {
	for i := range texts {
		texts[i].ID = catalog.Key(of, texts[i].ID)
	}
	return texts
}

// shapeTexts returns the titles of boards by shape, with {a}, {b} and {c} in place of their sizes. They are derived
// from titles of example boards.
func shapeTexts() []catalog.Text {
	var texts []catalog.Text
	for _, kind := range board.Kinds() {
		shape, _, _ := strings.Cut(kind.Usage, ":")
		title := sampleOf(shape).Title()
		texts = append(texts, catalog.Text{ID: shape, Words: strings.NewReplacer("11", "{a}", "13", "{b}", "17", "{c}").Replace(title)})
	}
	return texts
}

// sampleOf returns a board of a shape with as many different sizes as possible.
func sampleOf(shape string) *board.Board {
	for _, sizes := range []string{"11x13x17", "11x13", "11", "11x13-A1"} {
		if b, err := board.Parse(shape + ":" + sizes); err == nil {
			return b
		}
	}
	panic("no sample of the shape " + shape)
}

// courseTexts returns the texts of courses.
func courseTexts() []catalog.Text {
	var texts []catalog.Text
	for _, c := range courses.All() {
		texts = append(texts, catalog.Text{ID: catalog.Key(c.ID, "name"), Words: c.Name},
			catalog.Text{ID: catalog.Key(c.ID, "about"), Words: c.About})
	}
	return texts
}

// ids returns the parts of keys between the prefix below and the suffix after.
func ids(texts []catalog.Text, below, after string) []string {
	var list []string
	for _, t := range texts {
		id, ok := strings.CutPrefix(t.ID, below)
		id, whole := strings.CutSuffix(id, after)
		if ok && whole && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// textNode is a text, or a group of texts by key.
type textNode struct {
	key, text string
	said      bool
	below     []*textNode
}

// child returns the node of a key below n. It creates a missing one.
func (n *textNode) child(key string) *textNode {
	for _, b := range n.below {
		if b.key == key {
			return b
		}
	}
	b := &textNode{key: key}
	n.below = append(n.below, b)
	return b
}

// put adds a text with a new key.
func (n *textNode) put(key, text string) error {
	at := n
	for part := range strings.SplitSeq(key, ".") {
		if at = at.child(part); at.said {
			return fmt.Errorf("%q occurs twice, or below another text", key)
		}
	}
	if len(at.below) > 0 {
		return fmt.Errorf("%q has other texts below it", key)
	}
	at.text, at.said = text, true
	return nil
}

// Write returns the file of an area. A text that depends on a number occurs twice: for one, and for other numbers.
func (a area) Write() ([]byte, error) {
	root := &textNode{}
	for _, t := range a.texts {
		var err error
		if t.One == "" {
			err = root.put(t.ID, t.Words)
		} else {
			err = errors.Join(root.put(t.ID+"_one", t.One), root.put(t.ID+"_other", t.Words))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "// Code generated by server/base/wire/gen. DO NOT EDIT.\n\n// %s\nexport default ", a.doc)
	root.write(&out, "")
	out.WriteString(" as const;\n")
	return out.Bytes(), nil
}

// write writes the content of a node.
func (n *textNode) write(out *bytes.Buffer, indent string) {
	out.WriteString("{\n")
	for _, b := range n.below {
		fmt.Fprintf(out, "%s  %s: ", indent, strconv.Quote(b.key))
		if len(b.below) > 0 {
			b.write(out, indent+"  ")
		} else {
			out.WriteString(strconv.Quote(b.text))
		}
		out.WriteString(",\n")
	}
	out.WriteString(indent + "}")
}
