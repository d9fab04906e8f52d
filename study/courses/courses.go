// Package courses divides problems of life and death into courses by subject, each from easy to
// hard.
package courses

import (
	"slices"

	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Course is a subject of problems.
type Course struct {
	ID    string // such as "first-eyes"
	Name  string
	About string // a sentence
	fits  func(*bank.Problem) bool
}

// The steps of ranks, from 0 for 30 kyu, at which courses begin and end.
const (
	lastEasy = 10 // 20 kyu
	firstDan = 30 // 1 dan
)

// list contains the courses in the recommended order. A problem belongs to the last course that it
// fits, since special ones follow general ones, or else to [rest].
var list = []Course{
	{"first-eyes", "First eyes", "Find the move that makes the group live. A good start.", all(live, easy)},
	{"first-kills", "First kills", "Find the move that leaves the group without two eyes. A good start.", all(kill, easy)},
	{"corners", "In the corner", "Two edges of the board help you, and the same shapes appear again and again.",
		all(tagged("corner"), not(easy))},
	{"sides", "Along the side", "Groups with their back to one edge of the board.", all(tagged("side"), not(easy))},
	{"open", "In the open", "Groups without the help of an edge.", all(tagged("centre"), not(easy))},
	{"first-line", "Hane on the first line", "Moves that bend around a stone at the edge, where liberties are few.", tagged("hane")},
	{"dividing", "Dividing the eye space", "The vital point inside decides whether the space makes two eyes.", tagged("vital-point")},
	{"nakade", "Taking the vital point", "One stone inside prevents two eyes.", tagged("nakade")},
	{"captures", "Capturing stones", "The solution starts with a capture, and that is not always the end.", tagged("capture")},
	{"throw-ins", "Throw-ins and snapbacks", "Give up a stone, and gain from its capture.", tagged("throw-in", "snapback")},
	{"sacrifices", "Sacrifices", "Give up two or more stones for something better.", tagged("sacrifice")},
	{"liberties", "Shortage of liberties", "Stones that connect, and are captured all the same.", tagged("connect-and-die")},
	{"under-the-stones", "Under the stones", "Give up stones, then play on the points where they were.", tagged("under-the-stones")},
	{"seki", "Seki", "Neither side can capture the other: both live without two eyes.", tagged("seki")},
	{"ko", "Ko", "The best possible result is a ko.", inKo},
	{"dan", "Towards dan", "Long reading and surprising moves of every kind.", strong},
	{"round", "Round boards", "Boards that wrap around and have at most two edges.", tagged("other-board")},
}

// rest contains the problems that fit no course.
var rest = Course{"mixed", "Mixed", "Problems that belong to no other course.", nil}

// All returns all courses in the recommended order.
func All() []Course { return append(slices.Clone(list), rest) }

func live(p *bank.Problem) bool   { return p.Question == tsumego.Live }
func kill(p *bank.Problem) bool   { return p.Question == tsumego.Kill }
func easy(p *bank.Problem) bool   { return bank.Step(float64(p.Rating)) <= lastEasy }
func strong(p *bank.Problem) bool { return bank.Step(float64(p.Rating)) >= firstDan }
func inKo(p *bank.Problem) bool   { return p.Best == life.InKo }

func not(fits func(*bank.Problem) bool) func(*bank.Problem) bool {
	return func(p *bank.Problem) bool { return !fits(p) }
}

func all(rules ...func(*bank.Problem) bool) func(*bank.Problem) bool {
	return func(p *bank.Problem) bool {
		return !slices.ContainsFunc(rules, func(fits func(*bank.Problem) bool) bool { return !fits(p) })
	}
}

// tagged matches problems with one of the tags.
func tagged(tags ...string) func(*bank.Problem) bool {
	return func(p *bank.Problem) bool {
		return slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(p.Tags, tag) })
	}
}
