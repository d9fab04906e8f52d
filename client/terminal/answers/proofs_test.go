package answers

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// inCorner is a black stone at A1, which White is to kill in a region of four points.
func inCorner() tsumego.Problem {
	b := board.Grid(5, 5)
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Ko: board.None, Question: tsumego.Kill}
	p.Stones[20], p.Stones[21], p.Stones[10] = game.Black, game.Black, game.White // A1, B1, A3
	p.Target = []game.Point{20}
	p.Region = []game.Point{15, 16, 20, 21}
	p.Walls = []game.Point{22}
	return p
}

func stated(t *testing.T, p tsumego.Problem) *proof.Statement {
	t.Helper()
	s, err := life.Statement(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTogether combines claims: Black defends; the counts are its threats and White's.
func TestTogether(t *testing.T) {
	const any = proof.Unlimited
	captured := func(black, white uint8) proof.Claim { return proof.Claim{Black: black, White: white, Captured: true} }
	lives := func(black, white uint8) proof.Claim { return proof.Claim{Black: black, White: white} }
	for _, c := range []struct {
		want   string
		claims []proof.Claim
	}{
		{"Black is captured", []proof.Claim{captured(any, 0)}},
		{"Black lives", []proof.Claim{lives(0, any)}},
		{"Black is captured, at least against 4 threats", []proof.Claim{captured(4, 0)}},
		{"Black lives, at least against 5 threats", []proof.Claim{lives(0, 5)}},
		{"a direct ko that White takes first", []proof.Claim{captured(0, 0), lives(1, 0)}},
		{"a direct ko that Black takes first", []proof.Claim{captured(0, 1), lives(0, 0)}},
		{"a 3-step ko that Black takes first", []proof.Claim{lives(0, 2), captured(0, 3)}},
		{"a ko that White takes first; Black needs 1 to 3 threats", []proof.Claim{captured(0, 0), lives(3, 0)}},
		{"a ko; who takes first, and how many threats it takes, is not proved", []proof.Claim{captured(0, 4), lives(4, 0)}},
		{"", []proof.Claim{captured(any, 1)}},
		{"", []proof.Claim{lives(1, any)}},
		{"", []proof.Claim{captured(0, 0)}},
		{"", []proof.Claim{lives(3, 2)}},
		{"", []proof.Claim{captured(0, any), lives(any, 0)}},
		{"", []proof.Claim{captured(0, 0), lives(any, 0)}},
	} {
		if got := Together(&proof.Statement{Defender: game.Black}, c.claims); got != c.want {
			t.Errorf("%+v: %q, want %q", c.claims, got, c.want)
		}
	}
	if got := Together(&proof.Statement{Defender: game.White}, []proof.Claim{lives(any, 0)}); got != "White lives" {
		t.Errorf("%q", got)
	}
}

// TestDiffers changes one part of a problem at a time: each difference is reported, exactly if the
// hashes of the statements differ.
func TestDiffers(t *testing.T) {
	proved := &proof.Proof{Statement: *stated(t, inCorner()), Claims: []proof.Claim{{Black: 1, Captured: true}}}
	for _, c := range []struct {
		want   string
		change func(*tsumego.Problem)
	}{
		{"", func(*tsumego.Problem) {}},
		{"", func(p *tsumego.Problem) { p.Target = []game.Point{21} }},
		{"", func(p *tsumego.Problem) { p.Region, p.Walls = nil, nil }},
		{"", func(p *tsumego.Problem) { p.Threats = &tsumego.Threats{Black: 1, White: 2} }},
		{"", func(p *tsumego.Problem) { p.Threats = &tsumego.Threats{Black: 1} }},
		{"", func(p *tsumego.Problem) { p.Threats = &tsumego.Threats{} }},
		{"the threats are b=2,w=0, which no claim covers", func(p *tsumego.Problem) { p.Threats = &tsumego.Threats{Black: 2} }},
		{"other stones at A5", func(p *tsumego.Problem) { p.Stones[0] = game.White }},
		{"other stones at A3", func(p *tsumego.Problem) { p.Stones[10] = game.Black }},
		{"other stones at A5 B5 C5 D5 E5 A4 B4 C4 D4 E4 B3 C3 and 2 more", func(p *tsumego.Problem) {
			for q := range 15 {
				p.Stones[q] = game.White
			}
		}},
		{"Black is to move, in the proof White", func(p *tsumego.Problem) { p.ToPlay, p.Question = game.Black, tsumego.Live }},
		{"White is to live, in the proof Black", func(p *tsumego.Problem) { p.Question, p.Target = tsumego.Live, nil }},
		{"the ko is at A2, in the proof at -", func(p *tsumego.Problem) { p.Ko = 15 }},
		{"only in the proof's region, not in its own: B2", func(p *tsumego.Problem) { p.Region = []game.Point{15, 20, 21} }},
		{"only in its region, not in the proof's: C2", func(p *tsumego.Problem) { p.Region = append(p.Region, 17) }},
		{"only in the proof's walls, not in its own: C1", func(p *tsumego.Problem) { p.Walls = nil }},
		{"only in its walls, not in the proof's: C2", func(p *tsumego.Problem) { p.Walls = []game.Point{17, 22} }},
	} {
		p := inCorner()
		c.change(&p)
		got, much := Differs(p, proved)
		if strings.Join(got, "; ") != c.want || (much == 0) != (c.want == "") {
			t.Errorf("%d: %q, want %q", much, got, c.want)
		}
		if p.Threats != nil || len(p.Region) == 0 || p.Question == tsumego.Live && len(p.Target) == 0 {
			continue
		}
		if same := stated(t, p).Hash() == proved.Hash(); same != (len(got) == 0) {
			t.Errorf("%q is said where it is %v that the names are the same", got, same)
		}
	}
}

// TestDiffersInTarget asks about another chain, about all, and about one outside the region.
func TestDiffersInTarget(t *testing.T) {
	base := inCorner()
	base.Stones[21], base.Stones[16], base.Stones[24] = game.Empty, game.Black, game.Black // B2 beside A1, and E1
	base.Walls = nil
	proved := &proof.Proof{Statement: *stated(t, base)}
	for want, targets := range map[string][]game.Point{
		"": {20},
		"it asks about Black's B2, the proof about Black's A1":                                                {16},
		"it asks about Black's A1 or B2, the proof about Black's A1":                                          {20, 16},
		"it cannot be asked in the region of the proof: no such problem: the target E1 is outside the region": {24},
	} {
		p := base
		p.Target, p.Region = targets, nil
		if got, _ := Differs(p, proved); strings.Join(got, "; ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	other := base
	other.Board, other.Stones = board.Grid(4, 4), make([]game.Color, 16)
	if got, _ := Differs(other, proved); !slices.Equal(got, []string{"it is on grid:4, the proof on grid:5"}) {
		t.Errorf("%q", got)
	}
}

// TestDiffersWithoutTarget: for a problem without region and target, the proof must be about the groups that the solver
// takes as targets.
func TestDiffersWithoutTarget(t *testing.T) {
	b := board.Grid(9, 2)
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Ko: board.None, Question: tsumego.Kill}
	p.Stones[0], p.Stones[9], p.Stones[2], p.Stones[11], p.Stones[8] = game.Black, game.Black, game.White, game.White, game.Black
	found, err := life.FindRegion(p)
	if err != nil || len(found.Target) != 1 {
		t.Fatalf("%v, targets %v", err, found.Target)
	}
	proved := &proof.Proof{Statement: *stated(t, found)}
	if got, _ := Differs(p, proved); len(got) > 0 {
		t.Errorf("the groups that look enclosed: %q", got)
	}
	other := found
	other.Target, other.Region, other.Walls = []game.Point{8}, []game.Point{8, 7, 17}, nil
	if got, _ := Differs(p, &proof.Proof{Statement: *stated(t, other)}); len(got) == 0 {
		t.Error("another group is taken for the problem's")
	}
}

// TestDiffersInBoard compares custom boards with the same id by their points and edges.
func TestDiffersInBoard(t *testing.T) {
	custom := func(points int, edges ...[2]game.Point) *board.Board {
		b, err := board.New(board.Plan{Spec: "id:5", Title: "custom", Coords: make([]board.Vec, points), Edges: edges})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	on := func(b *board.Board) tsumego.Problem {
		p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Ko: board.None, Question: tsumego.Kill}
		p.Stones[0], p.Target, p.Region = game.Black, []game.Point{0}, []game.Point{0, 1, 2}
		return p
	}
	row := [][2]game.Point{{0, 1}, {1, 2}}
	proved := &proof.Proof{Statement: *stated(t, on(custom(3, row...)))}
	for _, c := range []struct {
		name string
		b    *board.Board
		same bool
	}{
		{"the same again", custom(3, [2]game.Point{2, 1}, [2]game.Point{1, 0}), true},
		{"an edge more", custom(3, append(row, [2]game.Point{0, 2})...), false},
		{"another edge", custom(3, [2]game.Point{0, 1}, [2]game.Point{0, 2}), false},
		{"a point more", custom(4, row...), false},
	} {
		got, much := Differs(on(c.b), proved)
		if (len(got) == 0) != c.same || (much == 0) != c.same || !c.same && !strings.Contains(got[0], "another board") {
			t.Errorf("%s: %d, %q", c.name, much, got)
		}
	}
}

// TestVerifiedText draws the position once, and reports the result of each claim.
func TestVerifiedText(t *testing.T) {
	p := inCorner()
	p.Ko = 15
	s := stated(t, p)
	v := Verified{File: "p.bin", Problem: strings.Repeat("0123456789abcdef", 4), Asks: Stated(s), So: "Black is captured", Of: "corner"}
	for _, c := range []proof.Claim{{Captured: true, Black: proof.Unlimited}, {White: 2}} {
		v.Claims = append(v.Claims, VerifiedClaim{Accepted: c.Captured, Claim: Claimed(s, &c), States: 5, Replies: 6, Depth: 7})
	}
	want := `p.bin: problem 0123456789abcdef
   A B C D E
5             5
4             4
3  O          3
2  . .        2
1 <X>X        1
   A B C D E
White to move: what happens to Black's A1?
This is only about the region, 4 points; everything beyond it stays as it is.
Beyond it, White is assumed to have stones on C1.
White may not take the ko at A2 at first.
claim 1 accepted: Black's A1 is captured (threats: Black any number, White none); 5 states, 6 replies, 7 moves deep
claim 2 refused: Black's A1 is never captured (threats: Black none, White 2)
so: Black is captured
This is the problem corner.
`
	if got := v.Text(s, false); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	v.Within = true
	if got := v.Text(s, false); !strings.Contains(got, "This is the problem corner, which names no region") {
		t.Errorf("%s", got)
	}
	whole := *s
	for whole.Region = nil; len(whole.Region) < whole.Board.Len(); {
		whole.Region = append(whole.Region, game.Point(len(whole.Region)))
	}
	if got := Stated(&whole)[1]; got != "This is about the whole board." {
		t.Errorf("%q", got)
	}
	s.Targets = []game.Point{20, 16}
	if got := Claimed(s, &proof.Claim{}); got != "Black's A1 and B2 are never all captured (threats: Black none, White none)" {
		t.Errorf("%q", got)
	}
	s.Targets = nil
	if got := Claimed(s, &proof.Claim{Captured: true}); !strings.HasPrefix(got, "Black's groups are all captured") {
		t.Errorf("%q", got)
	}
}
