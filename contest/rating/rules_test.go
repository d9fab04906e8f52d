package rating

import (
	"strings"
	"testing"
	"time"

	"moyo/game/clock"
)

// fair is a proposal without a reason for refusal.
func fair() Proposal {
	return Proposal{
		Game: "weiqi", Speed: clock.SpeedRapid, Registered: true, Offered: true, Usual: true, ByChance: true, Handicap: Handicap{0, 7.5},
	}
}

// TestProposals breaks each rule by itself, and tests where it does not apply.
func TestProposals(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*Proposal)
		want   string
	}{
		{"fair", func(*Proposal) {}, ""},
		{"a guest", func(p *Proposal) { p.Registered = false }, "an account"},
		{"private", func(p *Proposal) { p.Private = true }, "private"},
		{"no clock", func(p *Proposal) { p.Speed = clock.SpeedNone }, "a clock"},
		{"by mail", func(p *Proposal) { p.Speed = clock.SpeedCorrespondence }, ""},
		{"a program", func(p *Proposal) { p.Opponent = Other }, "levels"},
		{"a level", func(p *Proposal) { p.Opponent = Level }, ""},
		{"a strange board", func(p *Proposal) { p.Offered = false }, "boards"},
		{"strange rules", func(p *Proposal) { p.Usual = false }, "usual rules"},
		{"much komi", func(p *Proposal) { p.Handicap.Komi = 9 }, "komi"},
		{"little komi", func(p *Proposal) { p.Handicap.Komi = 5 }, "komi"},
		{"komi the wrong way", func(p *Proposal) { p.Handicap.Komi = -7.5 }, "komi"},
		{"stones and komi", func(p *Proposal) { p.Handicap = Handicap{4, 7.5} }, "komi"},
		{"least komi", func(p *Proposal) { p.Handicap.Komi = 5.5 }, ""},
		{"most komi", func(p *Proposal) { p.Handicap.Komi = 8.5 }, ""},
		{"a handicap", func(p *Proposal) { p.Handicap = Handicap{4, 0.5} }, ""},
		{"no komi", func(p *Proposal) { p.Handicap = Handicap{0, 0.5} }, ""},
		{"a handicap of a level", func(p *Proposal) { p.Opponent, p.Handicap = Level, Handicap{4, 0.5} }, "against the computer"},
		{"no komi against a level", func(p *Proposal) { p.Opponent, p.Handicap = Level, Handicap{0, 0.5} }, "against the computer"},
		{"a chosen colour", func(p *Proposal) { p.ByChance = false }, "random colours"},
		{"a chosen colour against a level", func(p *Proposal) { p.ByChance, p.Opponent = false, Level }, "random colours"},
		{"a chosen colour with a handicap", func(p *Proposal) { p.ByChance, p.Handicap = false, Handicap{4, 0.5} }, ""},
		{"another game has no komi", func(p *Proposal) { p.Game, p.Handicap = "gomoku", Handicap{} }, ""},
		{"a chosen colour elsewhere", func(p *Proposal) { p.Game, p.Handicap, p.ByChance = "gomoku", Handicap{0, 0.5}, false }, "random colours"},
	} {
		p := fair()
		c.change(&p)
		if got := p.Refusal(); (got.ID == "") != (c.want == "") || !strings.Contains(got.Text, c.want) {
			t.Errorf("%s: %+v, want %q", c.what, got, c.want)
		}
	}
}

func TestEnded(t *testing.T) {
	for _, c := range []struct {
		what string
		e    Ended
		want string
	}{
		{"a game", Ended{Black: "a", White: "b", Plies: 30}, ""},
		{"called off", Ended{Black: "a", White: "b", Plies: 30, Void: true}, "without a result"},
		{"alone", Ended{Black: "a", White: "a", Plies: 30}, "One player"},
		{"three moves", Ended{Black: "a", White: "b", Plies: 3}, "two moves"},
		{"four moves", Ended{Black: "a", White: "b", Plies: 4}, ""},
		{"the tenth of a day", Ended{Black: "a", White: "b", Plies: 30, Before: 9}, ""},
		{"the eleventh of a day", Ended{Black: "a", White: "b", Plies: 30, Before: 10}, "daily limit"},
	} {
		if got := c.e.Refusal(); got.ID != RefusalID(got.Text) || (got.ID == "") != (c.want == "") || !strings.Contains(got.Text, c.want) {
			t.Errorf("%s: %+v, want %q", c.what, got, c.want)
		}
	}
	a, b := Day(time.Date(2026, 11, 22, 23, 59, 0, 0, time.FixedZone("west", -3600))), Day(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	if a != b {
		t.Errorf("the days %s and %s of UTC", a, b)
	}
}

func TestListed(t *testing.T) {
	sure := Rating{Points: 1500, Deviation: 80, Volatility: 0.06}
	for _, c := range []struct {
		r         Rating
		opponents int
		want      bool
	}{{sure, 3, true}, {sure, 2, false}, {New(), 30, false}} {
		if got := c.r.Listed(c.opponents); got != c.want {
			t.Errorf("%+v with %d opponents: %v", c.r, c.opponents, got)
		}
	}
}

// TestRefusalID finds the ids of texts, of earlier ones too.
func TestRefusalID(t *testing.T) {
	for text, want := range map[string]string{"": "", "It was over before it had begun.": "rating.short", "other": ""} {
		if got := RefusalID(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestUnknownOpponentsCountLess checks that a win over an unknown player changes a rating less than
// one over a known player, and leaves it less certain: Glicko's g.
func TestUnknownOpponentsCountLess(t *testing.T) {
	known := Rating{Points: 1500, Deviation: 60, Volatility: 0.06}
	a, b := New().AfterGame(0, Result{New(), 1}), New().AfterGame(0, Result{known, 1})
	if a.Points >= b.Points || a.Deviation <= b.Deviation {
		t.Errorf("over an unknown player %+v, over a known one %+v", a, b)
	}
}

// TestTwoAccountsStayOffTheBoards lets two new accounts play only each other. One wins the maximum
// that counts for a week, and never appears on a leader board.
func TestTwoAccountsStayOffTheBoards(t *testing.T) {
	a, b := New(), New()
	for range 7 * MaxPerDay {
		a, b = a.AfterGame(time.Hour, Result{b, 1}), b.AfterGame(time.Hour, Result{a, 0})
	}
	if a.Listed(1) {
		t.Errorf("%+v is on a leader board", a)
	}
}
