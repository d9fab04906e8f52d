// Package moyo_test holds the rules of the tree as tests: who may import whom,
// and that every package says what it is.
package moyo_test

import (
	"encoding/json"
	"os/exec"
	"path"
	"strings"
	"testing"
)

const module = "moyo"

// mayImport is the table of ARCHITECTURE.md: for a package (or all below it,
// "/*") the packages of this module that its own code may import beside those
// below itself. Siblings never import each other.
var mayImport = []struct {
	pkg  string
	deps []string
	why  string
}{
	{"board", nil, "topology knows no stones"},
	{"board/*", []string{"board"}, "the suite knows no stones"},
	{"game", []string{"board"}, "the contract knows no game"},
	{"game/*", []string{"game", "board"}, "the suite knows no game"},
	{"rules/internal/placing", []string{"game", "board", "rules/internal/zobrist", "rules/internal/row"}, "what games share in which stones are placed"},
	{"rules/internal/*", []string{"game", "board"}, "shared by games"},
	{"rules/*", []string{"game", "board", "rules/internal/*"}, "rules know no search"},
	{"sgf", nil, "records know no engine and no server"},
	{"draw", []string{"game", "board"}, "pictures know no rules"},
	{"record", []string{"game", "board", "sgf"}, "games as records know no rules"},
	{"engine", []string{"game", "board"}, "the contract knows no method"},
	{"engine/eval/capturefive/solve/proof", []string{"board", "game"}, "the checker shares nothing with the search"},
	{"engine/eval/capturefive/internal/slow", []string{"board", "game"}, "the oracle shares nothing with what it judges"},
	{"engine/eval/*", []string{"engine", "engine/*", "game", "board", "rules/*"}, "what an engine knows of one game"},
	{"engine/internal/*", []string{"engine", "engine/alphabeta", "engine/internal/*", "game", "board"}, "shared by engines"},
	{"engine/*", []string{"engine", "engine/internal/*", "game", "board"}, "search methods know no game"},
	{"coach/*", []string{"coach", "game", "board"}, "lessons know no rules but those they are opened with"},
	{"coach", []string{"engine", "game", "board"}, "what is said of a game, whichever it is"},
	{"protocol/internal/*", nil, "shared by protocols"},
	{"protocol/*", []string{"game", "board", "engine", "record", "sgf", "protocol/internal/*"}, "protocols know no rules and no method"},
	{"match", []string{"game", "board"}, "one game, pure"},
	{"arena", []string{"game", "board", "engine", "record", "sgf", "match"}, "engines against engines"},
	{"store/*", []string{"store", "match", "game"}, "a store holds what matches say"},
	{"store", []string{"match", "game"}, "a store holds what matches say"},
	{"catalog/puzzles", []string{"engine/eval/gomoku/solve"}, "data and its type"},
	{"catalog", []string{"board", "game", "rules/*", "engine", "engine/*", "protocol/*"}, "the one list"},
	{"tsumego/proof", []string{"board", "game"}, "the checker shares nothing with the search"},
	{"tsumego/trainer", []string{"tsumego", "board", "game", "rules/weiqi"}, "a group that lives for certain needs no more moves"},
	{"tsumego/generate", []string{"tsumego", "tsumego/bank", "tsumego/proof", "board", "game", "sgf"}, "makes what the bank holds, and has it checked"},
	{"tsumego/*", []string{"tsumego", "tsumego/*", "board", "game", "sgf"}, "what is done with problems"},
	{"tsumego", []string{"tsumego/proof", "engine", "engine/dfpn", "engine/eval/weiqi", "board", "game", "rules/weiqi", "sgf", "record"}, "life and death; record knows how points are written"},
	{"server/wire/*", []string{"server/wire"}, "the generator reads one file"},
	{"server/wire", nil, "messages are plain data"},
	{"server/*", []string{"*"}, "the server stands on all but cmd"},
	{"server", []string{"*"}, "the server stands on all but cmd"},
	{"internal/*", []string{"*"}, "tools of the tests"},
	{"web", nil, "the built page"},
	{"cmd/moyo", []string{"*", "server/*"}, "wiring"},
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath string
	Name       string
	Doc        string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}

// covers says whether pattern, which may end in "/*" or be "*", covers pkg.
func covers(pattern, pkg string) bool {
	if pattern == "*" {
		return !strings.HasPrefix(pkg, "cmd/")
	}
	if dir, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(pkg, dir+"/")
	}
	return pattern == pkg
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		if pkg == module {
			continue
		}
		rule := -1
		for i := range mayImport {
			if covers(mayImport[i].pkg, pkg) {
				rule = i
				break
			}
		}
		if rule < 0 {
			t.Errorf("%s is not in the import table: add it, and say why", pkg)
			continue
		}
		for _, imp := range p.Imports {
			dep, own := strings.CutPrefix(imp, module+"/")
			if own && !allowed(pkg, dep, mayImport[rule].deps) {
				t.Errorf("%s may not import %s: %s", pkg, dep, mayImport[rule].why)
			}
		}
	}
}

// allowed says whether pkg may import dep: by its row of the table, or because
// dep lies below pkg or is internal to pkg's parent.
func allowed(pkg, dep string, deps []string) bool {
	if strings.HasPrefix(dep, pkg+"/") {
		return true
	}
	for _, pattern := range deps {
		if covers(pattern, dep) && !siblings(pkg, dep, pattern) {
			return true
		}
	}
	return false
}

// siblings says whether a wildcard let in a package of the same folder.
func siblings(pkg, dep, pattern string) bool {
	return strings.HasSuffix(pattern, "/*") && path.Dir(pkg) == path.Dir(dep) && path.Dir(pkg) != "."
}

func TestPackagesHaveDocs(t *testing.T) {
	for _, p := range packages(t) {
		if strings.TrimSpace(p.Doc) == "" && !strings.HasSuffix(p.Name, "_test") && p.ImportPath != module {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}
