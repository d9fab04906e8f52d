package answers

import (
	"fmt"
	"strings"

	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/proof"
)

// Verified is the result of checking a proof of life and death, as JSON.
type Verified struct {
	File     string          `json:"file"`
	Problem  string          `json:"problem"`          // hash of the question
	Asks     []string        `json:"asks"`             // and in words
	Of       string          `json:"of,omitempty"`     // the given problem that this is
	Within   bool            `json:"within,omitempty"` // which names no region, so the proof's region is an assumption
	Accepted bool            `json:"accepted"`         // every claim, and it is a given problem if any are given
	Claims   []VerifiedClaim `json:"claims"`
	So       string          `json:"so,omitempty"`      // conclusion from all claims together
	Differs  []string        `json:"differs,omitempty"` // how the nearest of the given problems differs
}

// VerifiedClaim is the result of checking one claim.
type VerifiedClaim struct {
	Accepted bool   `json:"accepted"`
	Claim    string `json:"claim"`
	States   int    `json:"states"`
	Replies  int    `json:"replies"`
	Depth    int    `json:"depth"`
	Reason   string `json:"reason,omitempty"` // why it is refused
}

// shownHash is the length of a problem's hash in texts.
const shownHash = 16

// Text returns the result in words, below the position.
func (v *Verified) Text(s *proof.Statement, colored bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: problem %s\n", v.File, v.Problem[:shownHash])
	b.WriteString(picture.Problem{
		Board: s.Board, Shown: picture.Stones{Colors: s.Stones}, Region: s.Region, Targets: s.Targets, Colored: colored,
	}.Text())
	b.WriteString(strings.Join(v.Asks, "\n") + "\n")
	for i, c := range v.Claims {
		fmt.Fprintf(&b, "claim %d ", i+1)
		if c.Accepted {
			fmt.Fprintf(&b, "accepted: %s; %d states, %d replies, %d moves deep\n", c.Claim, c.States, c.Replies, c.Depth)
		} else {
			fmt.Fprintf(&b, "refused: %s\n", c.Claim)
		}
	}
	if v.So != "" {
		fmt.Fprintf(&b, "so: %s\n", v.So)
	}
	switch {
	case v.Of != "" && v.Within:
		fmt.Fprintf(&b, "This is the problem %s, which names no region: the proof is only for the region above.\n", words.ID(v.Of))
	case v.Of != "":
		fmt.Fprintf(&b, "This is the problem %s.\n", words.ID(v.Of))
	}
	return b.String()
}

// Stated returns what a statement asks.
func Stated(s *proof.Statement) []string {
	within := fmt.Sprintf("This is only about the region, %s; everything beyond it stays as it is.", words.Count(len(s.Region), "point"))
	if len(s.Region) == s.Board.Len() {
		within = "This is about the whole board."
	}
	lines := []string{fmt.Sprintf("%s to move: what happens to %s?", words.Side(s.ToPlay), inQuestion(s)), within}
	if len(s.Walls) > 0 {
		at := strings.Join(words.Points(s.Board, s.Walls), " ")
		lines = append(lines, fmt.Sprintf("Beyond it, %s is assumed to have stones on %s.", words.Side(s.Defender.Other()), at))
	}
	if s.Ko >= 0 {
		lines = append(lines, fmt.Sprintf("%s may not take the ko at %s at first.", words.Side(s.ToPlay), words.Point(s.Board, s.Ko)))
	}
	return lines
}

// inQuestion names what the attacker wants to capture.
func inQuestion(s *proof.Statement) string {
	what := "groups"
	if len(s.Targets) > 0 {
		what = strings.Join(words.Points(s.Board, s.Targets), " or ")
	}
	return words.Side(s.Defender) + "'s " + what
}

// Claimed returns what a claim about a statement asserts.
func Claimed(s *proof.Statement, c *proof.Claim) string {
	verb, ends := "is", "captured"
	if len(s.Targets) != 1 { // the attacker wants them all
		verb, ends = "are", "all captured"
	}
	if !c.Captured {
		ends = "never " + ends
	}
	return fmt.Sprintf("%s %s %s (%s)", strings.ReplaceAll(inQuestion(s), " or ", " and "), verb, ends, threatsText(c))
}

// threatsText returns the threats that a claim gives each side.
func threatsText(c *proof.Claim) string {
	count := func(n uint8) string {
		switch n {
		case 0:
			return "none"
		case proof.Unlimited:
			return "any number"
		}
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("threats: Black %s, White %s", count(c.Black), count(c.White))
}

// standing summarizes the claims for one side. best is the most threats of the other side against
// which it wins without any, -1 for none. needs is the fewest threats with which it wins against
// none, Unlimited+1 if unknown.
type standing struct{ best, needs int }

// standings returns the summaries for both sides by the claims about a statement.
func standings(defender game.Color, claims []proof.Claim) map[game.Color]standing {
	all := map[game.Color]standing{}
	for _, side := range []game.Color{game.Black, game.White} {
		st := standing{-1, proof.Unlimited + 1}
		for _, c := range claims {
			own, other := int(c.Black), int(c.White)
			if side == game.White {
				own, other = other, own
			}
			if c.Captured == (side == defender) {
				continue
			}
			if own == 0 {
				st.best = max(st.best, other)
			}
			if other == 0 {
				st.needs = min(st.needs, own)
			}
		}
		all[side] = st
	}
	return all
}

// Together returns the conclusion from accepted claims; "" if it adds nothing to them.
func Together(s *proof.Statement, claims []proof.Claim) string {
	all := standings(s.Defender, claims)
	for _, side := range []game.Color{game.Black, game.White} {
		mine, other := all[side], all[side.Other()]
		succeeds := words.Side(s.Defender) + " lives"
		if side != s.Defender {
			succeeds = words.Side(s.Defender) + " is captured"
		}
		switch {
		case mine.best == proof.Unlimited:
			return succeeds
		case mine.best >= 0 && other.needs < proof.Unlimited:
			return koBetween(side, mine.best+1, other.needs)
		case mine.best >= life.MaxThreats:
			return fmt.Sprintf("%s, at least against %d threats", succeeds, mine.best)
		}
	}
	if all[game.Black].needs < proof.Unlimited && all[game.White].needs < proof.Unlimited {
		return "a ko; who takes first, and how many threats it takes, is not proved"
	}
	return ""
}

// koBetween names the ko that a side takes first and that the other side wins with from..to
// threats.
func koBetween(first game.Color, from, to int) string {
	kind := fmt.Sprintf("%d-step", from)
	switch {
	case from != to:
		return fmt.Sprintf("a ko that %s takes first; %s needs %d to %d threats", words.Side(first), words.Side(first.Other()), from, to)
	case from == 1:
		kind = "direct"
	}
	return fmt.Sprintf("a %s ko that %s takes first", kind, words.Side(first))
}
