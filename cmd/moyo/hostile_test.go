package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/internal/testenv"
)

// hostileFiles are unusual files, with the exit code of moyo solve.
var hostileFiles = []struct {
	name, text string
	code       int
}{
	{"one-point.jsonl", `{"size":1,"black":[],"white":[],"to_move":"b","question":"live"}`, exitWrongUse},
	{"one-point-region.jsonl", `{"size":1,"black":[],"white":[],"to_move":"b","question":"kill","region":["aa"]}`, exitDone},
	{"empty-board.jsonl", `{"size":9,"black":[],"white":[],"to_move":"b","question":"live"}`, exitWrongUse},
	{"empty-board-noq.jsonl", `{"size":9,"black":[],"white":[],"to_move":"b"}`, exitWrongUse},
	{"empty-region.jsonl", `{"size":9,"black":[],"white":[],"to_move":"b","question":"kill","region":["aa:cc"]}`, exitWrongUse},
	{"torus2.jsonl", `{"board":"torus:2x2","black":["A1"],"white":[],"to_move":"w","question":"kill","target":["A1"]}`, exitDone},
	{"torus2x9.jsonl", `{"board":"torus:2x9","black":["A1"],"white":["B1"],"to_move":"w","question":"kill","target":["A1"]}`, exitDone},
	{"torus1x9.jsonl", `{"board":"torus:1x9","black":["A1"],"white":["A3"],"to_move":"w","question":"kill","target":["A1"]}`, exitWrongUse},
	{"torus3.jsonl", `{"board":"torus:3x3","black":["A1"],"white":["B2"],"to_move":"w","question":"kill","target":["A1"]}`, exitDone},
	{"grid1x3.jsonl", `{"board":"grid:3x1","black":["A1"],"white":[],"to_move":"w","question":"kill","target":["A1"]}`, exitDone},
	{"grid1x5.jsonl", `{"board":"grid:5x1","black":["B1"],"white":["D1"],"to_move":"w","question":"kill","target":["B1"]}`, exitDone},
	{"lone-stone-region.jsonl",
		`{"size":19,"black":["dd"],"white":[],"to_move":"w","question":"kill","target":["dd"],"region":["cc:ee"]}`, exitDone},
	{"all-stones-region.jsonl",
		`{"size":3,"black":["aa","ba","ca"],"white":["ab","bb"],"to_move":"w","question":"kill","target":["aa"],"region":["aa:cc"]}`, exitDone},
	{
		"status.jsonl",
		`{"size":5, "black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
			`"to_move":"w","target":["ac"],"question":"status","region":["ac:ce","dc:de"]}`, exitDone,
	},
	{
		"ko-impossible.jsonl",
		`{"size":5, "black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
			`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"],"ko":"bd"}`, exitWrongUse,
	},
	{
		"ko-own.jsonl",
		`{"size":5, "black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
			`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"],"ko":"ad"}`, exitWrongUse,
	},
	{
		"region-missing-liberty.jsonl",
		`{"size":5, "black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
			`"to_move":"w","target":["ac"],"question":"kill","region":["ad"]}`, exitDone,
	},
	{
		"threats-254.jsonl",
		`{"size":5, "black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
			`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"],"threats":{"b":254,"w":254}}`, exitDone,
	},
	{
		"id-newline.jsonl",
		"{\"size\":5, \"black\":[\"ac\", \"bc\", \"cc\", \"dc\", \"dd\", \"de\"], \"white\":[\"ab\", \"bb\", \"cb\", \"db\", \"eb\", \"ec\", " +
			"\"ed\", \"ee\"], \"to_move\":\"w\", \"target\":[\"ac\"], \"question\":\"kill\", " +
			"\"region\":[\"ac:ce\", \"dc:de\"], \"id\":\"a\\nb\\u001b[2J\"}", exitDone,
	},
	{"surrogate.jsonl", "{\"id\":\"\\ud800\",\"size\":5,\"black\":[\"ac\"],\"to_move\":\"b\"}", exitFailed},
	{"empty.jsonl", ``, exitWrongUse},
	{"spaces.jsonl", `   `, exitWrongUse},
	{"captured-at-start.jsonl", `{"size":5,"black":["aa"],"white":["ab","ba"],"to_move":"w","question":"kill","target":["aa"]}`, exitWrongUse},
	{"captured-other.jsonl",
		`{"size":5,"black":["cc"],"white":["aa","ee","de","ed"],"to_move":"w","question":"kill","target":["cc"]}`, exitFailed},
	{"white-no-lib.jsonl", `{"size":5,"black":["ab","ba","dd"],"white":["aa"],"to_move":"w","question":"kill","target":["dd"]}`, exitWrongUse},
	{"atari-all.jsonl", `{"size":3,"black":["aa","ab","ac","bb","cb"],"white":["ba","ca"],"to_move":"w","question":"kill","target":["aa"]}`,
		exitWrongUse},
	{"zero-eye.jsonl",
		`{"size":3,"black":["aa","ba","ab","bb"],"white":["ca","cb","ac","bc"],"to_move":"w","question":"kill","target":["aa"]}`, exitWrongUse},
	{
		"9targets.jsonl",
		`{"size":9,"black":["aa","ca","ea","ga","ia","ac","cc","ec","gc"],"white":["bb"],` +
			`"to_move":"w","question":"kill","target":["aa","ca","ea","ga","ia","ac","cc","ec","gc"]}`, exitWrongUse,
	},
	{"id-board.jsonl", `{"board":"id:abc","black":["1"],"to_move":"b"}`, exitWrongUse},
	{"board-weird.jsonl", `{"board":"grid:5,5","black":["1"],"to_move":"b"}`, exitWrongUse},
	{"board-neg.jsonl", `{"board":"torus:-3x4","black":["1"],"to_move":"b"}`, exitWrongUse},
	{"complete.jsonl", `{"board":"complete:6","black":["1"],"white":["2"],"to_move":"w","target":["1"],"question":"kill"}`, exitDone},
	{"star.jsonl", `{"board":"star:5","black":["1"],"white":["2"],"to_move":"w","target":["1"],"question":"kill"}`, exitWrongUse},
	{"wheel.jsonl", `{"board":"wheel:6","black":["1"],"white":["2"],"to_move":"w","target":["1"],"question":"kill"}`, exitDone},
	{"norows.txt", `A3 x`, exitWrongUse},
	{"lastonly.txt", "-----\nA1 x", exitWrongUse},
	{"tgt-none.txt", "-----\n-----\nnone x", exitWrongUse},
	{"tgt-none2.txt", "x----\n-----\nnone x live", exitDone},
	{"both.txt", "x----\n-----\nA2 x o", exitWrongUse},
	{"liveandkill.txt", "x----\n-----\nA2 x live kill", exitWrongUse},
	{"allstar.txt", "*****\n*****\nnone x live", exitWrongUse},
	{"region-all.txt", "x-*--\n-----\nA2 o region=all", exitDone},
	{"utf.txt", "x\u2015\u2015\nA1 x", exitWrongUse},
	{"tabs.txt", "x\t-\t-\n-\t-\t-\nA2\to", exitDone},
	{"hash-target.txt", "x#-\n---\nA2 o", exitDone},
	{"wall-target.txt", "###\n---\nA2 o", exitWrongUse},
	{"0lib.txt", "xo\no-\nA2 o", exitWrongUse},
	{"nosz.sgf", `(;AB[aa]AW[ba]PL[W]MA[aa])`, exitDone},
	{"sz1.sgf", `(;SZ[1]PL[W])`, exitWrongUse},
	{"sz2.sgf", `(;SZ[2]AB[aa]PL[W]MA[aa])`, exitDone},
	{"szrect.sgf", `(;SZ[5:1]AB[aa]PL[W]MA[aa])`, exitDone},
	{"sz2twice.sgf", `(;SZ[5]SZ[9]AB[ii]PL[W]MA[ii])`, exitWrongUse},
	{"bw.sgf", `(;SZ[5];B[aa]W[aa])`, exitWrongUse},
	{"suicide.sgf", `(;SZ[3];B[ba];W[cc];B[ab];W[aa];B[bb])`, exitWrongUse},
	{"koban.sgf", `(;SZ[5]AB[ba][ab][cb]AW[ca][db][cc];W[bb]B[bc])`, exitFailed},
	{"occupied.sgf", `(;SZ[5];B[aa];W[aa])`, exitWrongUse},
	{"gmneg.sgf", `(;GM[-1]SZ[5]AB[aa])`, exitWrongUse},
	{"gmx.sgf", `(;GM[x]SZ[5]AB[aa]MA[aa]PL[W])`, exitFailed},
	{"hugenum.sgf", `(;SZ[99999999999999999999]AB[aa])`, exitWrongUse},
	{"marks-both.sgf", `(;SZ[5]AB[aa]AW[cc]MA[aa][cc]PL[W])`, exitWrongUse},
	{"mark-empty.sgf", `(;SZ[5]AB[aa]AW[cc]MA[bb]PL[W])`, exitFailed},
	{"vw.sgf", `(;SZ[5]AB[aa]AW[cc]MA[aa]VW[dd]PL[W])`, exitWrongUse},
	{"vwall.sgf", `(;SZ[19]AB[aa]AW[cc]MA[aa]VW[aa:ss]PL[W])`, exitWrongUse},
	{"comment-conf.sgf", "(;SZ[5]AB[aa]AW[cc]MA[aa]PL[W]C[question: live\nto move: white])", exitWrongUse},
	{"comment-conf2.sgf", `(;SZ[5]AB[aa]AW[cc]MA[aa]PL[W]C[to move: black])`, exitFailed},
	{"comment-region.sgf", `(;SZ[5]AB[aa]AW[cc]MA[aa]PL[W]C[region: A5:B4 Z9])`, exitWrongUse},
	{"ha.sgf", `(;SZ[9]HA[3]AB[cc][gg][cg];W[ee])`, exitWrongUse},
	{"haneg.sgf", `(;SZ[9]HA[-3]AB[cc][gg][cg];W[ee])`, exitWrongUse},
	{"two.sgf", `(;SZ[5]AB[aa]AW[cc]MA[aa]PL[W])(;SZ[5]AB[aa]AW[aa])(;SZ[5]AB[bb]AW[cc]MA[bb]PL[W])`, exitWrongUse},
	{"bigcompressed.sgf", `(;SZ[52]AB[aa:ZZ])`, exitWrongUse},
	{"lowercase.sgf", `(;Size[5]AddBlack[aa]AddWhite[cc]MArk[aa]PLayer[W])`, exitFailed},
}

// TestHostileFiles gives each file to all commands that read problems. A valid question is answered, with a proof if it
// is decided; otherwise the error names the file.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	for _, c := range hostileFiles {
		t.Run(c.name, func(t *testing.T) {
			path := saved(t, c.name, c.text+"\n")
			proof := filepath.Join(t.TempDir(), "proof")
			code, out, errs := runSolve(t, "--nodes", "20000", "--memory", "4", "--threads", "1", "--proof", proof, path)
			if code != c.code {
				t.Errorf("solve: exit code %d, want %d: %s%s", code, c.code, out, errs)
			}
			check := func(command string, code int, out, errs string, refused bool) {
				t.Helper()
				name, _, _ := strings.Cut(c.name, ".")
				switch {
				case (code == exitDone) != (errs == ""), refused && code == exitDone, refused && !strings.Contains(errs, name):
					t.Errorf("%s: exit code %d, %q, %q", command, code, out, errs)
				case strings.ContainsFunc(out+errs, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }):
					t.Errorf("%s: control characters in %q, %q", command, out, errs)
				}
			}
			check("solve", code, out, errs, c.code == exitWrongUse)
			if c.code == exitDone {
				code, out, errs := runProblems("verify", "--problem", path, proof)
				check("verify", code, out, errs, false)
				if code != exitDone {
					t.Errorf("verify: exit code %d, %s%s", code, out, errs)
				}
			}
			for _, args := range [][]string{{"list"}, {"convert", "--to", "sgf"}, {"convert"}, {"rate", "--nodes", "20000"}, {"verify"}} {
				code, out, errs := runProblems(append(args, path)...)
				check(strings.Join(args, " "), code, out, errs, args[0] == "verify")
			}
			if c.code != exitFailed {
				playHostile(t, path, c.code == exitWrongUse)
			}
		})
	}
}

// playHostile plays a file out, and gives up immediately.
func playHostile(t *testing.T, path string, refused bool) {
	t.Helper()
	cmd := playCmd{Problem: path, engineFlags: engineFlags{Time: time.Minute, Threads: 1, Memory: 8}}
	var out strings.Builder
	err := cmd.playProblems(t.Context(), strings.NewReader("hint\nsolution\nnext\n"), &out)
	if (err != nil) != refused || !refused && out.Len() == 0 {
		t.Errorf("play: %v, %q", err, out.String())
	}
}
