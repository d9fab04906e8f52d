// Package hints says in a sentence what to look for in a problem of life and death,
// without naming the point.
package hints

import (
	"slices"

	"moyo/game"
	"moyo/internal/sentence"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Kind is what a hint claims of a problem.
type Kind uint8

// The hints. Those of the line hold for best play of both sides from the first move on.
const (
	Ko             Kind = iota // the best that can be had is a ko
	Seki                       // the group lives in seki
	UnderTheStones             // of the line: three stones or more are lost, and where they stood is played with atari or a capture
	Snapback                   // of the line: what took one stone is taken back, two stones or more
	ConnectAndDie              // of the line: what connects out of atari is taken
	Capture                    // the first move takes something
	Rescue                     // the first move gives a chain in atari more liberties
	IntoAtari                  // the stone of the first move can be taken at once
	Sacrifice                  // of the line: two stones or more are lost at once
	ThrowIn                    // of the line: one stone is taken at once
	Divide                     // to live: the first move leaves the closed eye space in parts
	Inside                     // to kill: the first move is in a closed space of seven points at most
	FirstLine                  // on grids: the first move is on the edge
	FromOutside                // to kill: the first move is connected to the attacker's stones around
	HoldOff                    // to live: the first move is beside the attacker's stones around
	Atari                      // the first move puts something into atari
	SecondLine                 // on grids: the first move is one step from the edge
	AskLive                    // to live: no more than the question
	AskKill                    // not to live: the same
	numKinds
)

// saidBy has the sentences, for the side that solves the problem.
var saidBy = [numKinds]func(side string) sentence.Sentence{
	Ko:   plain(sentence.New("hint.ko", "Nothing better than a ko can be had: look for one.")),
	Seki: plain(sentence.New("hint.seki", "Two eyes are not the only way to live: seki will do.")),
	UnderTheStones: plain(sentence.New("hint.underTheStones",
		"Stones that are taken leave points to play on: look at what would be empty then.")),
	Snapback: plain(sentence.New("hint.snapback", "What takes one of your stones can be taken back: think of a snapback.")),
	ConnectAndDie: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.connectAndDie", "White is short of liberties: look for stones that connecting does not save.",
			"Black is short of liberties: look for stones that connecting does not save.")
	},
	Capture:     plain(sentence.New("hint.capture", "Begin by taking something.")),
	Rescue:      plain(sentence.New("hint.rescue", "Stones of yours are in atari: begin there.")),
	IntoAtari:   plain(sentence.New("hint.intoAtari", "The right move looks wrong: the stone can be taken at once.")),
	Sacrifice:   plain(sentence.New("hint.sacrifice", "Do not hold on to every stone: giving up two or more is part of the answer.")),
	ThrowIn:     plain(sentence.New("hint.throwIn", "A stone that is taken at once can be worth it: think of a throw-in.")),
	Divide:      plain(sentence.New("hint.divide", "Divide the eye space: the vital point is inside.")),
	Inside:      plain(sentence.New("hint.inside", "The eye space is closed: play inside it.")),
	FirstLine:   plain(sentence.New("hint.firstLine", "Look at the first line.")),
	FromOutside: plain(sentence.New("hint.fromOutside", "Come in from outside: make the eye space smaller.")),
	HoldOff: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.holdOff", "Stop White from coming in: keep the eye space as large as you can.",
			"Stop Black from coming in: keep the eye space as large as you can.")
	},
	Atari:      plain(sentence.New("hint.atari", "Begin with an atari.")),
	SecondLine: plain(sentence.New("hint.secondLine", "Look at the second line.")),
	AskLive: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.askLive", "You need two eyes or a seki: ask where White would play to take them.",
			"You need two eyes or a seki: ask where Black would play to take them.")
	},
	AskKill: func(side string) sentence.Sentence {
		return sentence.Of(side, "hint.askKill", "Ask where White would play to save the stones if you passed.",
			"Ask where Black would play to save the stones if you passed.")
	},
}

// plain is a sentence that is the same for either side.
func plain(s sentence.Sentence) func(string) sentence.Sentence {
	return func(string) sentence.Sentence { return s }
}

// Text returns the hint for a problem, a sentence that is true of it.
func Text(p *bank.Problem) sentence.Sentence { return saidBy[Of(p)](sideName(p.ToPlay)) }

func sideName(c game.Color) string {
	if c == game.White {
		return "white"
	}
	return "black"
}

// Of returns the first hint that holds for a problem.
func Of(p *bank.Problem) Kind {
	f := look(p)
	k := Kind(0)
	for !f.holds(k) { // of the last two one does
		k++
	}
	return k
}

// holds reports whether what a hint claims is so.
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
