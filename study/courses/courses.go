// Package courses divides problems of life and death into courses: what belongs
// together, from easy to hard.
package courses

import (
	"slices"

	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Course is a subject that problems are about.
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

// list has the courses in the order to take them. A problem belongs to the last that it
// fits, so that special ones come after general ones, or else to [rest].
var list = []Course{
	{"first-eyes", "First eyes", "A good move makes the group live: for the first steps.", all(live, easy)},
	{"first-kills", "First kills", "A good move leaves the group without two eyes: for the first steps.", all(kill, easy)},
	{"corners", "In the corner", "Two edges of the board help, and the same shapes come up again and again.",
		all(tagged("corner"), not(easy))},
	{"sides", "Along the side", "Groups with their back to one edge of the board.", all(tagged("side"), not(easy))},
	{"open", "In the open", "Groups that no edge of the board helps.", all(tagged("centre"), not(easy))},
	{"first-line", "Hane on the first line", "Bending around a stone at the edge, where liberties are few.", tagged("hane")},
	{"dividing", "Dividing the eye space", "The right point inside decides whether the space makes two eyes.", tagged("vital-point")},
	{"nakade", "Taking the vital point", "One stone inside keeps the space from making two eyes.", tagged("nakade")},
	{"captures", "Taking stones", "It begins with taking something, which is not always the end of it.", tagged("capture")},
	{"throw-ins", "Throw-ins and snapbacks", "A stone that is taken at once, and what its loss brings.", tagged("throw-in", "snapback")},
	{"sacrifices", "Sacrifices", "Two stones or more are given up for something better.", tagged("sacrifice")},
	{"liberties", "Shortage of liberties", "What has been connected is taken all the same.", tagged("connect-and-die")},
	{"under-the-stones", "Under the stones", "Stones are given up to play again on the points where they stood.", tagged("under-the-stones")},
	{"seki", "Seki", "Neither side can take the other: alive without two eyes.", tagged("seki")},
	{"ko", "Ko", "The best that can be had is a ko.", inKo},
	{"dan", "Towards dan", "Long reading and moves that look wrong, of every kind.", strong},
	{"round", "Round boards", "Boards that lead around, with edges on two sides at most.", tagged("other-board")},
}

// rest takes the problems that no course does.
var rest = Course{"mixed", "Mixed", "Problems that belong to no other course.", nil}

// All returns every course, in the order to take them.
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

// tagged fits problems that have one of the tags.
func tagged(tags ...string) func(*bank.Problem) bool {
	return func(p *bank.Problem) bool {
		return slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(p.Tags, tag) })
	}
}
