package gomoku

import (
	"moyo/game"
	"moyo/internal/sentence"
)

// anywhere and the distances from the centre in openings: the central point, 3x3, 5x5, 7x7 and 9x9.
const (
	anywhere = -1
	centre   = 0
	in3x3    = 1
	in5x5    = 2
	in7x7    = 3
	in9x9    = 4
)

// scripts contains the steps of each opening. After the last step White is to move.
var scripts = [...][]step{
	NoOpening:   nil,
	Swap:        swapScript,
	Swap2:       swap2Script,
	Pro:         proScript(in5x5+1, sentence.New("opening.outside5", "Play the third stone outside the central 5×5.")),
	LongPro:     proScript(in7x7+1, sentence.New("opening.outside7", "Play the third stone outside the central 7×7.")),
	Soosorv8:    soosorvScript,
	Taraguchi10: taraguchiScript,
	RIF:         rifScript,
}

// free is a step in which one player places a stone anywhere.
func free(by actor, c game.Color, prompt sentence.Sentence) step {
	return step{by: by, color: c, most: anywhere, prompt: prompt}
}

// threeFree are the three stones with which the swap openings begin.
func threeFree(prompt sentence.Sentence) []step {
	return []step{
		free(beginner, game.Black, prompt),
		free(beginner, game.White, sentence.New("opening.white", "Place a white stone.")),
		free(beginner, game.Black, sentence.New("opening.secondBlack", "Place a second black stone.")),
	}
}

// pick is a step in which one player chooses.
func pick(by actor, next game.Color, prompt sentence.Sentence, choices ...choice) step {
	return step{act: choose, by: by, color: next, choices: choices, prompt: prompt}
}

// maySwap is a step in which one player may swap sides, and then step to.
func maySwap(by actor, next game.Color, to int) step {
	return pick(by, next, sentence.New("opening.maySwap", "Swap sides if you like the other side better, or stay."),
		choice{swapSides, to}, choice{staySides, to})
}

var swapScript = append(
	threeFree(sentence.New("opening.threeThenSide",
		"Place three stones, black, white and black; your opponent then chooses a side. First a black stone.")),
	pick(responder, game.White, sentence.New("opening.side", "Choose a side: take Black, or take White and play next."),
		choice{takeBlack, 4}, choice{takeWhite, 4}),
)

var swap2Script = append(
	threeFree(sentence.New("opening.threeThenChoice",
		"Place three stones, black, white and black; your opponent then chooses. First a black stone.")),
	pick(responder, game.White,
		sentence.New("opening.choice", "Take Black, take White and play next, or place two more stones and let your opponent choose."),
		choice{takeBlack, 7}, choice{takeWhite, 7}, choice{twoMore, 4}),
	free(responder, game.White,
		sentence.New("opening.twoMore", "Place two more stones; your opponent then chooses a side. First a white stone.")),
	free(responder, game.Black, sentence.New("opening.black", "Place a black stone.")),
	pick(beginner, game.White, sentence.New("opening.side", "Choose a side: take Black, or take White and play next."),
		choice{takeBlack, 7}, choice{takeWhite, 7}),
)

func proScript(least int, prompt sentence.Sentence) []step {
	return []step{
		{by: holdsBlack, color: game.Black, most: centre, prompt: sentence.New("opening.centre", "Play the first stone in the centre.")},
		free(holdsWhite, game.White, sentence.New("opening.anywhere", "Play anywhere.")),
		{by: holdsBlack, color: game.Black, least: least, most: anywhere, prompt: prompt},
	}
}

// renjuThree are the three stones of the 26 openings, all placed by the beginner.
func renjuThree() []step {
	return []step{
		{
			by: beginner, color: game.Black, most: centre,
			prompt: sentence.New("opening.renjuThree",
				"Place the three stones of an opening; your opponent may then swap. The first, black, goes in the centre."),
		},
		{by: beginner, color: game.White, most: in3x3, prompt: sentence.New("opening.white3", "Place a white stone within the central 3×3.")},
		{by: beginner, color: game.Black, most: in5x5, prompt: sentence.New("opening.black5", "Place a black stone within the central 5×5.")},
	}
}

// The sentences of the fifth stone.
var (
	promptOffer = sentence.New("opening.offer", "Offer points for the fifth stone. No two may mirror each other. Your opponent takes one.")
	promptTake  = sentence.New("opening.take", "Take one of the offered points: the fifth stone, a black one, goes there.")
)

func offerStep() step {
	return step{act: offer, by: holdsBlack, color: game.Black, most: anywhere, prompt: promptOffer}
}

func takeStep() step {
	return step{act: takeFifth, by: holdsWhite, color: game.Black, most: anywhere, prompt: promptTake}
}

var rifScript = append(renjuThree(),
	maySwap(responder, game.White, 4),
	free(holdsWhite, game.White, sentence.New("opening.fourth", "Place the fourth stone anywhere.")),
	offerStep(),
	takeStep(),
)

var soosorvScript = append(renjuThree(),
	maySwap(responder, game.White, 4),
	free(holdsWhite, game.White,
		sentence.New("opening.fourthThenFifths", "Place the fourth stone anywhere. Then choose how many points Black must offer for the fifth.")),
	pick(holdsWhite, game.Black, sentence.New("opening.fifthsWanted", "Choose how many points Black must offer for the fifth stone."),
		fifthChoices(6)...),
	maySwap(holdsBlack, game.Black, 7),
	offerStep(),
	takeStep(),
)

// fifthChoices are the numbers of fifths, each leading to step to.
func fifthChoices(to int) []choice {
	choices := make([]choice, maxFifths)
	for i := range choices {
		choices[i] = choice{oneFifth - game.Move(i), to}
	}
	return choices
}

var taraguchiScript = []step{
	{
		by: beginner, color: game.Black, most: centre,
		prompt: sentence.New("opening.firstThenSwap", "Place the first stone in the centre; your opponent may then swap."),
	},
	maySwap(responder, game.White, 2),
	{
		by: holdsWhite, color: game.White, most: in3x3,
		prompt: sentence.New("opening.secondThenSwap", "Place the second stone within the central 3×3; your opponent may then swap."),
	},
	maySwap(holdsBlack, game.Black, 4),
	{
		by: holdsBlack, color: game.Black, most: in5x5,
		prompt: sentence.New("opening.thirdThenSwap", "Place the third stone within the central 5×5; your opponent may then swap."),
	},
	maySwap(holdsWhite, game.White, 6),
	{
		by: holdsWhite, color: game.White, most: in7x7,
		prompt: sentence.New("opening.fourthThenSwap", "Place the fourth stone within the central 7×7; your opponent may then swap."),
	},
	maySwap(holdsBlack, game.Black, 8),
	{
		by: holdsBlack, color: game.Black, most: in9x9, choices: []choice{{tenFifths, 10}},
		prompt: sentence.New("opening.fifthOrOffer",
			"Place the fifth stone within the central 9×9, after which your opponent may swap, or offer ten points for it."),
	},
	maySwap(holdsWhite, game.White, 12),
	offerStep(),
	takeStep(),
}
