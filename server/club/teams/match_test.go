package teams

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lines returns a match with two line-ups, each written as "abc/de": boards and reserves.
func lines(h, g string) body {
	b := body{}
	for side, text := range []string{h, g} {
		line, reserves, _ := strings.Cut(text, "/")
		b.Sides[side] = lineUp{strings.Split(line, ""), strings.Split(reserves, "")}
		if reserves == "" {
			b.Sides[side].Reserves = nil
		}
		b.Setup.Boards = len(line)
	}
	b.Shown = b.Sides
	return b
}

// TestSeat seats players, and reserves for players who may not play.
func TestSeat(t *testing.T) {
	for name, c := range map[string]struct {
		home, guest string
		guestWhite  bool
		away, apart string
		shown       string // of the home team, if changed
		want        string // home, guest, side with Black, result
	}{
		"all":              {home: "abc", guest: "xyz", want: "ax guest ; by home ; cz guest "},
		"the other colour": {home: "ab", guest: "xy", guestWhite: true, want: "ax home ; by guest "},
		"a reserve":        {home: "abc/de", guest: "xyz", away: "bd", want: "ax guest ; ey home ; cz guest "},
		"too few":          {home: "abc/d", guest: "xyz", away: "ac", want: "dx guest ; by home ; -z guest guest-forfeit"},
		"guests are few":   {home: "ab", guest: "xy", away: "x", want: "a- guest home-forfeit; by home "},
		"no home player":   {home: "ab", guest: "xy", away: "bxy", want: "a- guest home-forfeit; -- home none"},
		"kept apart":       {home: "ab/c", guest: "xy", apart: "by", want: "ax guest ; by home none"},
		"a reserve apart":  {home: "ab/c", guest: "xy", away: "b", apart: "cy", want: "ax guest ; cy home none"},
		"at other boards":  {home: "ab/c", guest: "xy", apart: "bx", want: "ax guest ; by home "},
		"of another board": {home: "cb/ad", guest: "xy", shown: "ab/cd", away: "b", want: "cx guest ; dy home "},
		"of this board":    {home: "cb/ad", guest: "xy", shown: "ab/cd", away: "c", want: "ax guest ; by home "},
	} {
		b := lines(cmp.Or(c.shown, c.home), c.guest)
		if err := b.show(func(a, b string) (bool, error) { return a+b == c.apart, nil }); err != nil {
			t.Fatal(err)
		}
		b.Sides = lines(c.home, c.guest).Sides
		b.seat(!c.guestWhite, func(_ int, p string) bool { return !strings.Contains(c.away, p) })
		var got []string
		for _, s := range b.Boards {
			black := "guest"
			if s.HomeBlack {
				black = "home"
			}
			for side := range s.Players {
				if s.Players[side] == "" {
					s.Players[side] = "-"
				}
			}
			got = append(got, fmt.Sprintf("%s%s %s %s", s.Players[0], s.Players[1], black, s.Result))
			if s.Game != (s.Result == "") {
				t.Errorf("%s: a game %v with the result %q", name, s.Game, s.Result)
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}

// TestLineUp refuses repeated players, too few and too many; and when both line-ups are given, players who are not
// reserves.
func TestLineUp(t *testing.T) {
	for _, c := range []struct {
		before, other, next string
		ok                  bool
	}{
		{"", "", "ab", true}, {"", "", "ab/cd", true}, {"", "", "a", false}, {"", "", "abc", false},
		{"", "", "aa", false}, {"", "", "ab/a", false}, {"", "", "ab/cc", false},
		{"ab", "", "ba/c", true}, {"", "xy", "ba", true},
		{"ab/cd", "xy", "ab/cd", true}, {"ab/cd", "xy", "cb/ad", true}, {"ab/cd", "xy", "cb/d", true}, {"ab/cd", "xy", "cd/ab", true},
		{"ab/cd", "xy", "ba/cd", false}, {"ab/cd", "xy", "eb/cd", false}, {"ab/cd", "xy", "ab/e", false}, {"ab/c", "xy", "bc", false},
	} {
		b := lines("ab", "ab")
		b.Sides = [2]lineUp{}
		for side, text := range []string{c.before, c.other} {
			if text != "" {
				b.Sides[side] = lines(text, text).Sides[side]
			}
		}
		b.Shown = b.Sides
		was := b.Sides[home]
		next := lines(c.next, c.next).Sides[home]
		err := b.lineUp(home, next)
		if (err == nil) != c.ok {
			t.Errorf("%q after %q with %q on the other side: %v", c.next, c.before, c.other, err)
		}
		if err != nil && !slices.Equal(b.Sides[home].Line, was.Line) {
			t.Errorf("%q changes something although it is refused", c.next)
		}
	}
	order := lines("ab/c", "xy")
	for i, text := range []string{"cb/a", "ca/b", "cb/a", "bc/a", "ab/c"} {
		err := order.lineUp(home, lines(text, text).Sides[home])
		if ok := i%2 == 0; (err == nil) != ok {
			t.Errorf("%q, step by step to another order: %v", text, err)
		}
	}
	many := lines("ab", "ab")
	many.Sides = [2]lineUp{}
	if many.lineUp(home, lineUp{Line: []string{"a", "b"}, Reserves: strings.Split("cdefghijklmnopqrstuvwxyz", "")}) == nil {
		t.Error("too many reserves are accepted")
	}
	if many.lineUp(home, lineUp{Line: []string{"a", ""}}) == nil {
		t.Error("an unknown player is accepted")
	}
}

// TestVerdict decides matches by points, and by boards if they are the tie-break.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		results string // of each board: h, g, d, in capitals for a forfeit; - for none
		berlin  bool
		want    string
	}{
		{"hhg", false, "home points"}, {"gGh", true, "guest points"}, {"dhd", true, "home points"}, {"H-", false, "home points"},
		{"hg", false, "draw points"}, {"hg", true, "home berlin"}, {"gh", true, "guest berlin"},
		{"dd", true, "draw points"}, {"--", true, "draw points"},
		{"hggh", true, "home first"}, {"ghhg", true, "guest first"}, {"dhggh", true, "home first"},
		{"ghdd", true, "guest berlin"}, {"hdgd", true, "home berlin"},
	} {
		b := body{Setup: TeamMatchSetup{Boards: len(c.results), Berlin: c.berlin}}
		for _, r := range c.results {
			b.Boards = append(b.Boards, table{
				Result: map[rune]result{'h': homeWins, 'g': guestWins, 'd': drawn, 'H': homeForfeit, 'G': guestForfeit, '-': nothing}[r],
			})
		}
		if winner, by := b.verdict(); winner+" "+by != c.want {
			t.Errorf("%s: %s by %s, want %s", c.results, winner, by, c.want)
		}
	}
	for side, name := range sideNames {
		b := body{Setup: TeamMatchSetup{Boards: 3}, Won: &side, WonBy: byLineUp}
		if winner, by := b.verdict(); winner != name || by != byLineUp || b.halves()[side] != 6 || b.halves()[1-side] != 0 {
			t.Errorf("without a line-up: %s by %s, %v", winner, by, b.halves())
		}
	}
}

// TestVerdictSwapped swaps the teams in all results, which must swap the verdict.
func TestVerdictSwapped(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	all := []result{homeWins, guestWins, drawn, homeForfeit, guestForfeit, nothing}
	swapped := map[result]result{
		homeWins: guestWins, guestWins: homeWins, drawn: drawn, homeForfeit: guestForfeit, guestForfeit: homeForfeit, nothing: nothing,
	}
	other := map[string]string{"home": "guest", "guest": "home", "draw": "draw"}
	for range 5000 {
		n := 1 + rng.IntN(6)
		a := body{Setup: TeamMatchSetup{Boards: n, Berlin: rng.IntN(2) == 0}}
		b := a
		for range n {
			r := all[rng.IntN(len(all))]
			a.Boards, b.Boards = append(a.Boards, table{Result: r}), append(b.Boards, table{Result: swapped[r]})
		}
		winner, by := a.verdict()
		if w, how := b.verdict(); w != other[winner] || how != by {
			t.Fatalf("%+v: %s by %s, and swapped %s by %s", a.Boards, winner, by, w, how)
		}
	}
}
