package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wordsFile lists what is still to be rewritten, as "FOLDER RULE COUNT". It may only shrink.
const wordsFile = "internal/tests/words.txt"

// maxSentence is the number of words in the longest sentence that a reader follows at the first reading.
const maxSentence = 40

// dialect has the phrases that this project once used instead of plain English, by the name of their rule.
var dialect = map[string]*regexp.Regexp{
	"hurry":           phrase(`hurry`),
	"is-none":         regexp.MustCompile(`\b([Ii]s|[Aa]re)[\s/#*]+none\b`),      // not Python's None
	"nobody":          regexp.MustCompile(`(?i)(^|[^./"'\w])nobody([^@"'\w]|$)`), // not an id or a name of a user
	"so-many":         phrase(`so (many|much) (more|less|fewer)?`),
	"those-who":       phrase(`those who`),
	"what-is-said-of": phrase(`(is|was) said of`),
	"whoever":         phrase(`who(m?)ever`),
}

// phrase matches words, also where a line or a comment breaks between them.
func phrase(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(words, " ", `[\s/#*]+`) + `\b`)
}

// prose are the files that people read, by pattern. It leaves out history (the changelog, migrations) and files that name the phrases
// on purpose.
var prose = []string{
	"*.go", "*.md", "*.ts", "*.js", "*.svelte", "*.css", "*.html", "*.py", "*.cu", "*.sh", "*.sql", "*.yaml", "Makefile", "Dockerfile",
	":!CHANGELOG.md", ":!*/migrations/*", ":!internal/tests/words*", ":!*/testdata/*", ":!web/src/testing/recorded/*",
}

// wording finds phrases of the dialect and sentences that are too long, as "FOLDER RULE", with the place of each. It looks for
// phrases in all of a file, and for long sentences in comments of Go and in documents.
func wording(files []string) (map[string][]string, error) {
	found := map[string][]string{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		add := func(rule string, line int) {
			key := path.Dir(name) + " " + rule
			found[key] = append(found[key], fmt.Sprintf("%s:%d", name, line))
		}
		for rule, words := range dialect {
			for _, at := range words.FindAllIndex(text, -1) {
				add(rule, 1+strings.Count(string(text[:at[0]]), "\n"))
			}
		}
		paragraphs, err := paragraphs(name, string(text))
		if err != nil {
			return nil, err
		}
		for _, p := range paragraphs {
			if p.longest() > maxSentence {
				add("long-sentence", p.line)
			}
		}
	}
	return found, nil
}

// A paragraph is running text without code.
type paragraph struct {
	line int // of its file, from 1
	text string
}

// paragraphs returns the running text of a document or of the comments of a Go file, and nothing for other files.
func paragraphs(name, text string) ([]paragraph, error) {
	switch path.Ext(name) {
	case ".md":
		return document(text, 1), nil
	case ".go":
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		var all []paragraph
		for _, group := range file.Comments {
			all = append(all, document(commentText(group), set.Position(group.Pos()).Line)...)
		}
		return all, nil
	}
	return nil, nil
}

// commentText returns a comment without its markers, line by line.
func commentText(group *ast.CommentGroup) string {
	var lines []string
	for _, c := range group.List {
		text := strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*")
		for _, line := range strings.Split(strings.TrimSuffix(text, "*/"), "\n") {
			lines = append(lines, strings.TrimPrefix(line, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// item matches what begins a paragraph of its own without an empty line before it: an entry of a list, a heading.
var item = regexp.MustCompile(`^\s*([-*+]|\d+[.)]|#+|>) `)

// document splits a text into paragraphs. It leaves out code, which is indented or fenced; each cell of a table is a paragraph.
func document(text string, line int) []paragraph {
	var all []paragraph
	var open *paragraph
	fenced := false
	for i, l := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced, open = !fenced, nil
		case fenced || trimmed == "":
			open = nil
		case open == nil && (strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t")) && !item.MatchString(l):
		case strings.HasPrefix(trimmed, "|"):
			open = nil
			for cell := range strings.SplitSeq(trimmed, "|") {
				all = append(all, paragraph{line + i, cell})
			}
		case open == nil || item.MatchString(l):
			all = append(all, paragraph{line + i, trimmed})
			open = &all[len(all)-1]
		default:
			open.text += "\n" + trimmed
		}
	}
	return all
}

var (
	sentenceEnd = regexp.MustCompile(`[.!?]["')\]*]*(\s|$)`)
	word        = regexp.MustCompile(`[\pL\pN]`)
	link        = regexp.MustCompile(`\]\([^)]*\)`)
	code        = regexp.MustCompile("`[^`]*`")
)

// longest returns the number of words in the longest sentence. Code in backquotes is one word.
func (p paragraph) longest() int {
	most := 0
	text := code.ReplaceAllString(link.ReplaceAllString(p.text, "]"), "code")
	for _, sentence := range sentenceEnd.Split(text, -1) {
		n := 0
		for field := range strings.FieldsSeq(sentence) {
			if word.MatchString(field) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// compareWords returns what differs between what was found and the text of wordsFile: what is new, with its places, and counts that
// are too high now.
func compareWords(found map[string][]string, allowed string) []string {
	var faults []string
	rest := maps.Clone(found)
	for i, line := range strings.Split(allowed, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			faults = append(faults, fmt.Sprintf("%s:%d: want FOLDER RULE COUNT", wordsFile, i+1))
			continue
		}
		key := fields[0] + " " + fields[1]
		count, err := strconv.Atoi(fields[2])
		switch {
		case err != nil || len(rest[key]) < count:
			faults = append(faults, fmt.Sprintf("%s:%d: %s: found %d, not %s: change the line", wordsFile, i+1, key, len(rest[key]), fields[2]))
		case len(rest[key]) > count:
			faults = append(faults, fmt.Sprintf("%s: %d times, only %d allowed: %s", key, len(rest[key]), count, strings.Join(rest[key], " ")))
		}
		delete(rest, key)
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		faults = append(faults, fmt.Sprintf("%s: %s: write plain English, see docs/glossary.md", key, strings.Join(rest[key], " ")))
	}
	return faults
}
