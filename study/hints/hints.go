// Package hints gives a hint for a problem of life and death in a sentence, without naming the
// point.
package hints

import (
	"slices"

	"moyo/game"
	"moyo/internal/sentence"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Kind is the claim of a hint.
type Kind uint8

// The hints. Those of the line hold for best play of both sides from the first move on.
const (
	Ko             Kind = iota // the best possible result is a ko
	Seki                       // the group lives in seki
	UnderTheStones             // of the line: three or more stones are lost, and a point where they were is played with atari or a capture
	Snapback                   // of the line: what captured one stone is captured back, two stones or more
	ConnectAndDie              // of the line: what connects out of atari is captured
	Capture                    // the first move captures something
	Rescue                     // the first move gives a chain in atari more liberties
	IntoAtari                  // the stone of the first move can be captured immediately
	Sacrifice                  // of the line: two or more stones are sacrificed
	ThrowIn                    // of the line: one stone is sacrificed
	Divide                     // to live: the first move leaves the closed eye space in parts
	Inside                     // to kill: the first move is in a closed space of seven points at most
	FirstLine                  // on grids: the first move is on the edge
	FromOutside                // to kill: the first move is connected to the attacker's stones around
	HoldOff                    // to live: the first move is next to the attacker's stones around
	Atari                      // the first move puts something into atari
	SecondLine                 // on grids: the first move is one step from the edge
	AskLive                    // to live: only the question
	AskKill                    // to kill: only the question
	numKinds
)

// saidBy has the sentences, for the side that solves the problem.
var saidBy = [numKinds]func(side string) sentence.Sentence{
	Ko:   plain(sentence.New("hint.ko", "A ko is the best possible result: look for one.")),
	Seki: plain(sentence.New("hint.seki", "Two eyes are not the only way to live: a seki is enough.")),
	UnderTheStones: plain(sentence.New("hint.underTheStones",
		"Captured stones leave empty points: think about playing there.")),
	Snapback: plain(sentence.New("hint.snapback", "If your stone is captured, you may be able to capture back: think of a snapback.")),
	ConnectAndDie: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.connectAndDie", "White is short of liberties: look for stones that connecting cannot save.",
			"Black is short of liberties: look for stones that connecting cannot save.")
	},
	Capture:     plain(sentence.New("hint.capture", "Start with a capture.")),
	Rescue:      plain(sentence.New("hint.rescue", "Some of your stones are in atari: start there.")),
	IntoAtari:   plain(sentence.New("hint.intoAtari", "The right move looks wrong: the stone can be captured immediately.")),
	Sacrifice:   plain(sentence.New("hint.sacrifice", "Don't try to save every stone: the solution gives up two or more.")),
	ThrowIn:     plain(sentence.New("hint.throwIn", "Giving up one stone can be worth it: think of a throw-in.")),
	Divide:      plain(sentence.New("hint.divide", "Divide the eye space: the vital point is inside.")),
	Inside:      plain(sentence.New("hint.inside", "The eye space is closed: play inside it.")),
	FirstLine:   plain(sentence.New("hint.firstLine", "Look at the first line.")),
	FromOutside: plain(sentence.New("hint.fromOutside", "Come in from the outside: make the eye space smaller.")),
	HoldOff: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.holdOff", "Stop White from coming in: keep the eye space as large as you can.",
			"Stop Black from coming in: keep the eye space as large as you can.")
	},
	Atari:      plain(sentence.New("hint.atari", "Start with an atari.")),
	SecondLine: plain(sentence.New("hint.secondLine", "Look at the second line.")),
	AskLive: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.askLive", "You need two eyes or a seki: find the point where White would prevent them.",
			"You need two eyes or a seki: find the point where Black would prevent them.")
	},
	AskKill: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.askKill", "If you passed, White would save the stones: find the key move.",
			"If you passed, Black would save the stones: find the key move.")
	},
}

// plain returns a sentence that is the same for both sides.
func plain(s sentence.Sentence) func(string) sentence.Sentence {
	return func(string) sentence.Sentence { return s }
}

// Text returns the hint for a problem.
func Text(p *bank.Problem) sentence.Sentence { return saidBy[Of(p)](sideName(p.ToPlay)) }

func sideName(c game.Color) string {
	if c == game.White {
		return "white"
	}
	return "black"
}

// Of returns the first hint that holds for a problem.
func Of(p *bank.Problem) Kind {
	f := inspect(p)
	k := Kind(0)
	for !f.holds(k) { // one of the last two does
		k++
	}
	return k
}

// holds reports whether the claim of a hint is true.
func (f *facts) holds(k Kind) bool {
	p := f.problem
	_, _, grid := p.Board.Grid()
	switch k {
	case Ko:
		return p.Best == life.InKo
	case Seki:
		return p.Question == tsumego.Live && p.Best == life.Win && slices.Contains(p.Tags, "seki")
	case Divide:
		return p.Question == tsumego.Live && f.parts >= 2
	case Inside:
		return p.Question == tsumego.Kill && f.space >= 3 && f.space <= mostInside
	case FirstLine:
		return grid && f.line == 0
	case SecondLine:
		return grid && f.line == 1
	case FromOutside:
		return p.Question == tsumego.Kill && f.reachesOut
	case HoldOff:
		return p.Question == tsumego.Live && f.metOutside
	case AskLive:
		return p.Question == tsumego.Live
	case AskKill:
		return p.Question != tsumego.Live
	}
	return f.seen[k]
}
