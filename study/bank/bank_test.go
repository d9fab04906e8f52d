package bank_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

func write(t testing.TB, problems []bank.Problem) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := bank.Write(&file, problems); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestShipped checks the program's bank: ids are unique, the order is by rating, and each problem
// has a solution.
func TestShipped(t *testing.T) {
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) < 2000 {
		t.Errorf("%d problems only", len(problems))
	}
	seen, last := map[string]bool{}, 0
	for i := range problems {
		p := &problems[i]
		if seen[p.ID] || p.ID == "" || strings.ContainsAny(p.ID, "~/. ") {
			t.Errorf("id %q", p.ID)
		}
		seen[p.ID] = true
		if p.Rating < last {
			t.Errorf("%s of %d comes after one of %d", p.ID, p.Rating, last)
		}
		last = p.Rating
		if len(p.First) == 0 || len(p.Line) == 0 || p.Line[0] != p.First[0] || len(p.Region) == 0 || len(p.Tags) == 0 {
			t.Errorf("%s: first moves %v, line %v, region of %d, tags %v", p.ID, p.First, p.Line, len(p.Region), p.Tags)
		}
		for _, m := range p.First {
			if m >= 0 && !slices.Contains(p.Region, m.Point()) {
				t.Errorf("%s: first move outside the region", p.ID)
			}
		}
	}
}

// TestEveryField writes problems that use every field of the format.
func TestEveryField(t *testing.T) {
	torus, err := board.Parse("torus:5x4")
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	stones := make([]game.Color, torus.Len())
	stones[3], stones[4], stones[19] = game.White, game.Black, game.White
	odd := bank.Problem{
		Problem: tsumego.Problem{
			ID: "é~1", Board: torus, Stones: stones, ToPlay: game.White, Ko: 0, Question: tsumego.Status,
			Target: []game.Point{19, 3}, Region: []game.Point{0, 1, 3, 18, 19}, Walls: []game.Point{2, 17},
			Threats: &tsumego.Threats{Black: 3, White: tsumego.Unlimited}, Notes: "two\nlines",
		},
		First: []game.Move{game.Pass, 1}, Line: []game.Move{18, game.Pass, 0}, Best: life.InKo, Rating: 2345, Tags: []string{"ko", "torus"},
	}
	bare := bank.Problem{
		Problem: tsumego.Problem{ID: "bare", Board: torus, Stones: stones, ToPlay: game.Black, Ko: board.None, Question: tsumego.Kill},
		Best:    life.Unknown,
	}
	want := []bank.Problem{shipped[0], odd, bare, shipped[1]}
	got, err := bank.Read(bytes.NewReader(write(t, want)), board.Parse)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i].Board.Spec() != want[i].Board.Spec() {
			t.Errorf("board %s, want %s", got[i].Board.Spec(), want[i].Board.Spec())
		}
		got[i].Board = want[i].Board
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf(" got %+v\nwant %+v", got[i], want[i])
		}
	}
	if !got[0].Unique() || got[1].Unique() {
		t.Error("which are unique?")
	}
}

func TestRefusedByWrite(t *testing.T) {
	shipped, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*bank.Problem){
		"a move off the board": func(p *bank.Problem) { p.First = []game.Move{game.Move(p.Board.Len())} },
		"no move":              func(p *bank.Problem) { p.Line = []game.Move{game.NoMove} },
		"a long line":          func(p *bank.Problem) { p.Line = make([]game.Move, 501) },
		"a rating":             func(p *bank.Problem) { p.Rating = -1 },
		"an id":                func(p *bank.Problem) { p.ID = strings.Repeat("x", 1001) },
		"no side to move":      func(p *bank.Problem) { p.ToPlay = game.Empty },
	} {
		p := shipped[0]
		change(&p)
		if err := bank.Write(&bytes.Buffer{}, []bank.Problem{p}); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestRefusedByRead reads every prefix of a file, files with a changed byte, and one that unpacks
// to too much.
func TestRefusedByRead(t *testing.T) {
	shipped, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, shipped[:3])
	for n := range len(file) {
		if _, err := bank.Read(bytes.NewReader(file[:n]), board.Parse); !errors.Is(err, bank.ErrFile) {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
	}
	for name, body := range map[string][]byte{
		"more than is said":  {0, 0, 0, 7},
		"too many problems":  {0, 0, 0xff, 0xff, 0xff, 0x7f},
		"no such board":      {0, 0, 1, 1, 'a', 9},
		"a board unheard of": {1, 4, 'g', 'r', 'i', 'd', 0, 0},
		"a text too long":    {1, 0xff, 0xff, 0x7f},
	} {
		if _, err := bank.Read(packed(t, body), board.Parse); !errors.Is(err, bank.ErrFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := bank.Read(packed(t, make([]byte, 17<<20)), board.Parse); err == nil || !strings.Contains(err.Error(), "more than 16 MiB") {
		t.Errorf("a bomb: %v", err)
	}
}

// packed returns a file with this body.
func packed(t testing.TB, body []byte) *bytes.Buffer {
	t.Helper()
	var file bytes.Buffer
	file.WriteString("moyobnk1")
	z, err := flate.NewWriter(&file, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &file
}

func TestRanks(t *testing.T) {
	for rating, want := range map[float64]string{-50: "30k", 600: "30k", 1500: "12k", 2050: "1k", 2100: "1d", 2500: "9d", 9000: "9d"} {
		if got := bank.Rank(rating); got != want {
			t.Errorf("%g is %s, want %s", rating, got, want)
		}
	}
	for rating := float64(600); rating <= 2500; rating += 50 {
		if back, err := bank.RatingOf(bank.Rank(rating)); err != nil || back != rating {
			t.Errorf("%s is %g %v, want %g", bank.Rank(rating), back, err, rating)
		}
	}
	for _, bad := range []string{"", "k", "0k", "31k", "10d", "1p", "1dd", "-1k", " 1k", "01k"} {
		if r, err := bank.RatingOf(bad); err == nil {
			t.Errorf("%q is %g", bad, r)
		}
	}
}

// FuzzRead unpacks the body itself, so that the fuzzer changes the inside of the file. Every file
// that Read accepts can be written and read again.
func FuzzRead(f *testing.F) {
	shipped, err := bank.Shipped()
	if err != nil {
		f.Fatal(err)
	}
	file := write(f, shipped[:2])
	var body bytes.Buffer
	if _, err := body.ReadFrom(flate.NewReader(bytes.NewReader(file[8:]))); err != nil {
		f.Fatal(err)
	}
	f.Add(body.Bytes())
	f.Add([]byte{0, 0, 0})
	small := func(spec string) (*board.Board, error) {
		if strings.HasPrefix(spec, "grid:") && len(spec) < 8 {
			return board.Parse(spec)
		}
		return nil, errors.New("only small grids here")
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		problems, err := bank.Read(packed(t, body), small)
		if err != nil {
			return
		}
		again, err := bank.Read(bytes.NewReader(write(t, problems)), small)
		if err != nil || len(again) != len(problems) {
			t.Fatalf("%d problems became %d: %v", len(problems), len(again), err)
		}
		for i := range again {
			again[i].Board = problems[i].Board
			if fmt.Sprint(again[i].First, again[i].Tags, again[i].Stones) != fmt.Sprint(problems[i].First, problems[i].Tags, problems[i].Stones) {
				t.Errorf("problem %d changed", i)
			}
		}
	})
}

func Example() {
	problems, err := bank.Shipped()
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &problems[0]
	fmt.Println(len(problems) >= 2000, p.Rank(), p.Unique())
	// Output: true 30k true
}
