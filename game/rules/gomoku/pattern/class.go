package pattern

import "slices"

// Class is the combined effect over all lines of one more stone of a colour on an empty point,
// weakest first.
type Class uint8

// The classes. A plus means a further line that can grow into a four or an open three by one more
// stone.
const (
	Dull        Class = iota // none of the following
	TwoPlus                  // an open two, or two plain ones
	TwoTwo                   // two open twos
	ThreePlain               // a three that cannot become a straight four
	ThreePlain2              // with a plus
	ThreeOpen                // an open three: threatens a straight four
	ThreeOpen2               // with a plus
	ThreeThree               // two open threes
	FourPlain                // a four: it forces its one answer
	FourPlus                 // a four with a plus
	FourThree                // a four and an open three: wins unless the answer makes a four
	FourFour                 // a straight four, or two fours: wins next turn
	Win                      // n in a row
	Ban                      // certainly forbidden to this colour: too long a row, or two fours
	Classes     = 14
)

// combined is the class of the kinds of four lines, by their sorted code.
type combined struct {
	class Class
	maybe bool // forbidden if both its threes count: see Board.Banned
}

// codes maps the kinds of four lines, four bits each, to a number below Codes that does not depend
// on their order. codeKinds is its inverse, with the strongest kinds first.
var codes, codeKinds = makeCodes()

// Codes is the number of ways to choose four kinds with repetition.
const Codes = kinds * (kinds + 1) * (kinds + 2) * (kinds + 3) / 24

func makeCodes() (table []uint16, list [Codes][4]Kind) {
	table = make([]uint16, 1<<16)
	numbers := map[[4]Kind]uint16{}
	for packed := range table {
		four := unpack(uint16(packed))
		if four[0] >= kinds { // sorted, so that the largest is first
			continue
		}
		n, ok := numbers[four]
		if !ok {
			n = uint16(len(numbers))
			numbers[four], list[n] = n, four
		}
		table[packed] = n
	}
	return table, list
}

// unpack returns the kinds of four lines, strongest first.
func unpack(packed uint16) [4]Kind {
	var k [4]Kind
	for i := range k {
		v := Kind(packed >> (4 * i) & 15)
		j := i
		for ; j > 0 && k[j-1] < v; j-- {
			k[j] = k[j-1]
		}
		k[j] = v
	}
	return k
}

// CodeKinds returns the kinds of four lines behind each code, strongest first.
func CodeKinds() [Codes][4]Kind { return codeKinds }

// classify returns the class of four kinds, strongest first. ban means that the colour may not make
// two fours or two threes.
func classify(k [4]Kind, ban bool) combined {
	var fours, threes, plains, openTwos, twos int
	straight, over, five := false, false, false
	for _, kind := range k {
		switch kind {
		case Over:
			over = true
		case Five:
			five = true
		case OpenFour:
			straight = true
			fours++
		case DoubleFour:
			fours += 2
		case Four:
			fours++
		case OpenThree, OpenThree2:
			threes++
		case Three:
			plains++
		case OpenTwo, OpenTwo2, OpenTwo3:
			openTwos++
		case Two:
			twos++
		}
	}
	maybe := ban && threes >= 2
	plus := plains+openTwos > 0
	switch {
	case five:
		return combined{class: Win}
	case over || ban && fours >= 2:
		return combined{class: Ban}
	case straight || fours >= 2:
		return combined{FourFour, maybe}
	case fours == 1 && threes > 0:
		return combined{FourThree, maybe}
	case fours == 1 && plus:
		return combined{FourPlus, false}
	case fours == 1:
		return combined{FourPlain, false}
	case threes >= 2:
		return combined{ThreeThree, maybe}
	case threes == 1 && plus:
		return combined{ThreeOpen2, false}
	case threes == 1:
		return combined{ThreeOpen, false}
	case plains > 0 && plains+openTwos >= 2:
		return combined{ThreePlain2, false}
	case plains > 0:
		return combined{ThreePlain, false}
	case openTwos >= 2:
		return combined{TwoTwo, false}
	case openTwos+twos >= 2 || openTwos > 0:
		return combined{TwoPlus, false}
	}
	return combined{class: Dull}
}

// freeClasses and banClasses contain the result of classify for every code.
var freeClasses, banClasses = classifyAll(false), classifyAll(true)

func classifyAll(ban bool) []combined {
	list := make([]combined, Codes)
	for code, k := range codeKinds {
		list[code] = classify(k, ban)
	}
	return list
}

// classes returns the class of every code.
func classes(ban bool) []combined {
	if ban {
		return banClasses
	}
	return freeClasses
}

// ClassOf returns the class of the kinds of four lines. ban means that the colour may make neither
// too long a row nor two fours.
func ClassOf(k [4]Kind, ban bool) Class {
	slices.SortFunc(k[:], func(a, b Kind) int { return int(b) - int(a) })
	return classify(k, ban).class
}
