package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"moyo/catalog"
	"moyo/engine/protocol/gtp"
	"moyo/internal/testenv"
)

// TestToolsAgree asks "moyo solve", GTP and "moyo review" about the same finished games: the status of stones, the score
// and the winner are the same. Each stone is in one list.
func TestToolsAgree(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, c := range []struct {
		name, rows string
		targets    string // one stone of each chain to ask about
		score      string // by area
	}{
		{"seki with false eyes",
			".....OX.. .....OX.. .....OX.. .....OX.. OOOO.OX.. XXXOOOX.. .X.XOOX.. XOXXOOX.. .O.XOOX..", "A4 D3 A2 B2", "W+9.5"},
		{"a nakade",
			"......... ......... OOOOOOOOO XXXXXXXO. ......XO. .XXXXXXO. XXOOOXXO. XOOXOOXO. XO.X.OXO.", "C3", "W+3.5"},
		{"shared liberties",
			"....OX... ....OX... ....OX... ....OX... ....OX... .OOOOXX.. .OXXXOX.. .OXX.OX.. .OXX.OX..", "C3 F3", "W+5.5"},
	} {
		file := saved(t, "game.sgf", finishedSGF(strings.Fields(c.rows)))
		list := statusLists(t, file)
		for target := range strings.FieldsSeq(c.targets) {
			code, out, errs := runSolve(t, "--json", "--nodes", "100000", "--time", "0", "--question", "status", "--target", target, file)
			var answer struct{ Status string }
			if err := json.Unmarshal([]byte(out), &answer); err != nil || code != exitDone {
				t.Fatalf("%s, %s: exit code %d, %v, %s", c.name, target, code, err, errs)
			}
			if !slices.Contains(strings.Fields(list[answer.Status]), target) {
				t.Errorf("%s: %s is %s by the solver; the lists are %v", c.name, target, answer.Status, list)
			}
		}
		listed := strings.Fields(list["alive"] + " " + list["seki"] + " " + list["dead"])
		if slices.Sort(listed); len(slices.Compact(listed)) != strings.Count(c.rows, "X")+strings.Count(c.rows, "O") {
			t.Errorf("%s: not every stone has one status: %v", c.name, list)
		}
		_, out, _ := runReview(t, "--json", "--nodes", "60", file)
		var review struct{ Positions []struct{ Lead float64 } }
		if err := json.Unmarshal([]byte(out), &review); err != nil {
			t.Fatal(err)
		}
		last := review.Positions[len(review.Positions)-1].Lead
		if text := fmt.Sprintf("W+%v", -last); list["score"] != c.score || text != c.score {
			t.Errorf("%s: score %s by GTP and %s by the review, want %s", c.name, list["score"], text, c.score)
		}
	}
}

// finishedSGF writes a game by Chinese rules that begins with a position and ends with two passes.
func finishedSGF(rows []string) string {
	var black, white strings.Builder
	for y, row := range rows {
		for x, c := range row {
			point := fmt.Sprintf("[%c%c]", 'a'+x, 'a'+y)
			switch c {
			case 'X':
				black.WriteString(point)
			case 'O':
				white.WriteString(point)
			}
		}
	}
	return fmt.Sprintf("(;GM[1]FF[4]SZ[%d]KM[6.5]RU[Chinese]AB%sAW%sPL[B];B[];W[])", len(rows), black.String(), white.String())
}

// statusLists asks over GTP for the stones that are alive, in seki and dead, and for the score.
func statusLists(t *testing.T, file string) map[string]string {
	t.Helper()
	e, err := catalog.NewEngine("mcts", catalog.EngineOptions{MemoryMB: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var out strings.Builder
	in := "loadsgf " + file + "\nfinal_status_list alive\nfinal_status_list seki\nfinal_status_list dead\nfinal_score\n"
	err = gtp.Serve(t.Context(), strings.NewReader(in), &out, gtp.Config{
		Board: openBoard, Rules: catalog.Rules, StartBoard: "grid:9", StartRules: "weiqi", Engine: e,
		Open: func(name string) (io.ReadCloser, error) { return os.Open(name) },
	})
	if err != nil {
		t.Fatal(err)
	}
	replies := strings.Split(out.String(), "\n\n")
	if len(replies) != 6 {
		t.Fatalf("%q", out.String())
	}
	list := map[string]string{}
	for i, key := range []string{"alive", "seki", "dead", "score"} {
		list[key] = strings.TrimPrefix(strings.TrimPrefix(replies[1+i], "="), " ")
	}
	return list
}
