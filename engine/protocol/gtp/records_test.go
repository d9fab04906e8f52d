package gtp

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestLoadRecords loads 500 records of many programs with loadsgf and compares
// stones, captures and side to move with the results of two other programs.
func TestLoadRecords(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := filepath.Join(testenv.SharedData(t), "sgf")
	f, err := os.Open(filepath.Join(dir, "replay.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cfg := testConfig(&firstMove{})
	cfg.StartRules = "weiqi:ko=simple,suicide=yes"
	cfg.Open = func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }
	count := 0
	for scan := bufio.NewScanner(f); scan.Scan(); {
		row := strings.Split(scan.Text(), "\t")
		if strings.HasPrefix(scan.Text(), "#") || len(row) != 7 {
			continue
		}
		count++
		out := serve(t, cfg, "loadsgf "+row[0]+"\nquery_boardsize\ncaptures b\ncaptures w\nlist_stones b\nlist_stones w\n")
		replies := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
		for i, want := range []string{row[2], row[1], row[3], row[4], row[5], row[6]} {
			got := strings.Fields(strings.TrimPrefix(replies[i], "="))
			words := strings.Fields(want)
			slices.Sort(got)
			slices.Sort(words)
			if !slices.Equal(got, words) {
				t.Errorf("%s, reply %d: %q, want %q", row[0], i+1, replies[i], want)
				break
			}
		}
	}
	if count != 500 {
		t.Errorf("%d records, want 500", count)
	}
}

// gameRules returns the rules of Go or Gomoku.
func gameRules(id string) (game.Rules, error) {
	if strings.HasPrefix(id, "gomoku") {
		return gomoku.Parse(id)
	}
	return weiqi.Parse(id)
}

// TestRecordGames: a session takes the game of a record, and its own rules only for a record of the same game without rules.
func TestRecordGames(t *testing.T) {
	const go5, rows = "weiqi:komi=6.5,score=area,ko=positional,suicide=no", "gomoku:rule=freestyle,n=5,opening=none"
	for _, c := range []struct{ session, record, want string }{
		{"weiqi", "(;SZ[5]RI[" + rows + "];B[aa])", rows},
		{"weiqi", "(;GM[0]SZ[5]RI[gomoku:rule=renju];B[aa])", "gomoku:rule=renju,n=5,opening=none"},
		{"weiqi", "(;GM[4]SZ[5];B[aa])", rows},
		{"gomoku:rule=standard", "(;GM[4]SZ[5];B[aa])", "gomoku:rule=standard,n=5,opening=none"},
		{"gomoku:rule=standard", "(;GM[4]SZ[5]RI[" + rows + "];B[aa])", rows},
		{"gomoku", "(;GM[1]SZ[5];B[aa])", go5},
		{"gomoku", "(;SZ[5]AB[aa][bb];W[cc])", go5},
		{"gomoku", "(;SZ[5]RU[Japanese]KM[5.5];B[aa])", "weiqi:komi=5.5,score=territory,ko=simple,suicide=no"},
		{"gomoku", "(;SZ[5]RI[weiqi:komi=3,suicide=yes];B[aa])", "weiqi:komi=3,score=area,ko=positional,suicide=yes"},
		{"weiqi:komi=2", "(;SZ[5];B[aa])", "weiqi:komi=2,score=area,ko=positional,suicide=no"},
	} {
		cfg := testConfig(&firstMove{})
		cfg.Rules = gameRules
		cfg.RecordKind = func(id string) int { return map[bool]int{true: 4, false: 1}[strings.HasPrefix(id, "gomoku")] }
		cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(c.record)), nil }
		got := serve(t, cfg, "moyo-rules "+c.session+"\nloadsgf x\nmoyo-rules\nprintsgf\n")
		kind := fmt.Sprintf("GM[%d]", cfg.RecordKind(c.want))
		if !strings.Contains(got, "\n= "+c.want+"\n") || !strings.Contains(got, kind) {
			t.Errorf("%s, %s: %q, want %s in %s", c.session, c.record, got, c.want, kind)
		}
	}
}

// TestLoadByHand stops loading among moves that the rules never allow.
func TestLoadByHand(t *testing.T) {
	const nl = "(;GM[1]SZ[5]AB[aa]AW[ab][ba];B[cc];W[dd];AE[aa];B[ee];W[ec])"
	const long = "(;GM[1]SZ[5]AB[aa]AW[ab][ba];B[cc];W[dd];B[ac];W[dc];B[bb];W[cd];B[ca];W[ed])"
	for _, c := range []struct{ record, until, want string }{
		{nl, "2", "? cannot load file: before move 2: set up: "},
		{nl, "3", "= black\n\n= C3\n\n= B5 A4 D2\n\n"},
		{long, "5", "? cannot load file: before move 5: set up: "},
		{long, "6", "= white\n\n= A5 B4 A3 C3\n\n= B5 D3 D2\n\n"},
		{"(;SZ[5];B[aa];W[bb];B[bb];W[cc])", "3", "= black\n\n= A5\n\n= B4\n\n"},
		{"(;SZ[5];B[aa];W[bb];B[bb];W[cc])", "4", "= white\n\n= A5 B4\n\n=\n\n"},
	} {
		cfg := testConfig(&firstMove{})
		cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(c.record)), nil }
		if got := serve(t, cfg, "loadsgf x "+c.until+"\nlist_stones b\nlist_stones w\n"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s before move %s: %q, want %q", c.record, c.until, got, c.want)
		}
	}
}

// TestLoadOnOwnStone: after an illegal move at the end, the other side moves.
func TestLoadOnOwnStone(t *testing.T) {
	cfg := testConfig(&firstMove{})
	cfg.Open = func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("(;SZ[5];B[cc];W[bb];B[cc])")), nil
	}
	got := serve(t, cfg, "loadsgf x\nundo\nshowboard\nprintsgf\n")
	for _, want := range []string{"= white\n\n? cannot undo\n\n", "\nwhite to play", ";B[cc];W[bb];PL[W]"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// TestRecordOpening prints the choices and offers of an opening as it loaded them.
func TestRecordOpening(t *testing.T) {
	const moves = ";B[hh];W[hg];B[hf];OC[swap];W[ao];OF[cm]TR[cm];OF[dl]TR[dl];B[dl];W[ii])"
	const text = "(;FF[4]GM[4]SZ[15]RI[gomoku:rule=renju,opening=OPENING]"
	for opening, moves := range map[string]string{"swap2": ";B[hh];W[hg];B[ig];OC[white];W[aa];B[bb])", "rif": moves} {
		cfg := testConfig(&firstMove{})
		cfg.Rules = gameRules
		cfg.Open = func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(strings.Replace(text, "OPENING", opening, 1) + moves)), nil
		}
		if got := serve(t, cfg, "loadsgf x\nprintsgf\n"); !strings.Contains(strings.ReplaceAll(got, "\n", ""), moves) {
			t.Errorf("%s: %q, want %s", opening, got, moves)
		}
	}
}
