package lessons

// captureFive teaches Go's captures, and what they do to a line.
func captureFive() Lesson {
	return Lesson{
		ID: "capturefive", Title: "Capture Five",
		Text:  "How stones are taken, and how five in a row win: seven steps, a few minutes.",
		Rules: "capturefive", Board: "grid:7", Preset: "capturefive", PresetBoard: "grid:9",
		Steps: []Step{stepLiberties(), stepCapture(), stepAtari(), stepSnapback(), stepKo(), stepSuicide(), stepLine()},
	}
}

func stepLiberties() Step {
	return Step{
		Title: "Liberties",
		Text:  "An empty point right beside a stone is one of its liberties. Only the lines of the board count, not diagonals: a stone in the middle has four liberties, at the edge three, in the corner two.",
		Parts: []Part{
			{
				Setup: "O D4", Goal: Touch, Target: "D4", Show: true, Answer: "D5",
				Task:  "The dots are the four liberties of the white stone. Put your stone on one of them.",
				Right: "Each stone of yours beside it takes one away.",
			},
			{
				Setup: "X B2 / O B1 C1", Goal: Touch, Target: "C1", Answer: "C2",
				Task:  "Stones of one colour side by side are a chain and share their liberties. Take a liberty away from this chain.",
				Right: "A chain lives and dies as one.",
			},
		},
	}
}

func stepCapture() Step {
	return Step{
		Title: "Capture",
		Text:  "A chain without any liberty is taken off the board. So you capture by placing a stone on the last liberty.",
		Parts: []Part{
			{
				Setup: "X C4 D5 E4 / O D4", Goal: Take, Target: "D4", Answer: "D3",
				Task:  "The white stone has one liberty left. Take it.",
				Right: "The stone is gone, and its point is empty again.",
			},
			{
				Setup: "X A3 B4 C5 B6 / O A4 A5 B5", Goal: Take, Target: "A5", Answer: "A6",
				Task:  "Now take a whole chain: three stones at once.",
				Right: "All three left the board together.",
			},
		},
	}
}

func stepAtari() Step {
	return Step{
		Title: "Atari",
		Text:  "A chain with a single liberty left is in atari: the next move can take it. Before you play, look which chains are in atari, White's and your own.",
		Parts: []Part{
			{
				Setup: "X C4 D5 / O D4", Goal: Atari, Target: "D4", Answer: "D3",
				Task:  "Put the white stone in atari: leave it one liberty only.",
				Right: "If White does nothing about it, you take the stone.",
			},
			{
				Setup: "X D4 / O C4 D5 E4", Goal: Save, Target: "D4", Answer: "D3",
				Task:  "Now your own stone is in atari. Save it: give it more liberties.",
				Right: "With one stone more the chain has three liberties.",
			},
			{
				Setup: "X D4 E5 F4 / O C4 D5 E4 C3 D2", Goal: Take, Target: "E4", Answer: "E3",
				Task:  "Running to D3 would not help here: that leaves one liberty again. But one of the white stones around yours is in atari too. Take that one.",
				Right: "That saves it as well: where the white stone was, there is a liberty now.",
			},
		},
	}
}

func stepSnapback() Step {
	return Step{
		Title: "Snapback",
		Text:  "Sometimes you give one stone to take more. In a snapback White takes the stone that you throw in, and thereby fills its own last liberty but one.",
		Parts: []Part{
			{
				Setup: "X B1 B2 C3 D3 E3 E2 / O C1 C2 E1 F1 F2", Goal: Trap, Target: "C1", Answer: "D1", Reply: "D2",
				Task:  "The chain on C1 and C2 has two liberties, D1 and D2. Throw in a stone so that it cannot get away.",
				Right: "White takes your stone. But count the liberties of the white chain now!",
			},
			{
				Goal: Take, Target: "C1", Answer: "D1",
				Punish: "D1", Punished: "Too late: White fills D1, and the chain is joined to its friends.",
				Task:  "Take back, on the same point.",
				Right: "Three stones for one: a snapback.",
			},
		},
	}
}

func stepKo() Step {
	return Step{
		Title: "Ko",
		Text:  "Two stones could take each other for ever. The rule of ko forbids that: no move may bring back an earlier position of the board.",
		Parts: []Part{
			{
				Setup: "X D4 E5 E3 F4 A2 B1 / O C4 D5 D3 B2", First: "E4", Goal: Try, Target: "D4", Answer: "D4",
				Task: "White has just taken your stone on D4. Try to take back at once, on D4.",
			},
			{
				Goal: Atari, Target: "B2", Answer: "B3", Reply: escape,
				Punish: "D4", Punished: "White need not answer that, and fills D4: the ko is over. Play a threat that White must answer.",
				Task:  "So play elsewhere, where White must answer: put the white stone on B2 in atari.",
				Right: "White has saved its stone. Now the board is another one.",
			},
			{
				Goal: Take, Target: "E4", Answer: "D4",
				Punish: "D4", Punished: "White fills D4, and the ko is over.",
				Task:  "Now you may take back, on D4.",
				Right: "And now it is White who may not take back at once.",
			},
		},
	}
}

func stepSuicide() Step {
	return Step{
		Title: "Suicide",
		Text:  "A stone that would have no liberty may not be placed: that is suicide. But a move that takes something is never suicide, for the stones taken make room.",
		Parts: []Part{
			{
				Setup: "X F6 / O C4 D5 E4 D3", Goal: Try, Target: "D4", Answer: "D4",
				Task: "Try to play in the middle of the white stones, on D4.",
			},
			{
				Setup: "X A3 B2 C1 / O A2 B1", Goal: Take, Target: "A2", Answer: "A1",
				Task:  "The corner A1 has no liberty either. But what would a stone there take? Play it.",
				Right: "Both white stones are taken, and your stone has two liberties.",
			},
		},
	}
}

func stepLine() Step {
	return Step{
		Title: "The winning line",
		Text:  "Whoever first has five stones in a row, across or up and down, wins. Diagonals do not count in this game. A line is stopped by a stone in its way, and opened by taking that stone.",
		Parts: []Part{
			{
				Setup: "X A5 C4 D3 E4 / O B5 C5 D5 E5", Goal: Block, Answer: "F5",
				Task:  "White has four in a row and needs one more. Stop the line.",
				Right: "With one of your stones at each end these four can never become five, unless White takes one.",
			},
			{
				Setup: "X B4 C4 E4 F4 D5 / O D4 B5 B3 F5 F3", Goal: Take, Target: "D4", Answer: "D3", Reply: "G7",
				Task:  "Your line has a white stone in its middle. You cannot move it, but you can take it.",
				Right: "White may not put it back on D4: that would be suicide. So White plays somewhere else.",
			},
			{
				Goal: Win, Answer: "D4",
				Task:  "Now complete the line.",
				Right: "Five in a row: you win. That is all there is to Capture Five.",
			},
		},
	}
}
