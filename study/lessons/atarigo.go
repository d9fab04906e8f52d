package lessons

// atariGo teaches to take and not to be taken.
func atariGo() Lesson {
	return Lesson{
		ID: "atari-go", Title: "Atari-Go",
		Text:  "Go's captures and nothing else. The first capture wins: three short steps.",
		Rules: "atari-go", Board: "grid:7", Preset: "atari-go", PresetBoard: "grid:7",
		Steps: []Step{
			{
				Title: "The first capture wins",
				Text:  "Stones side by side are a chain. A chain without an empty point beside it is taken, and whoever takes first has won.",
				Parts: []Part{
					{
						Setup: "X C4 D5 E4 / O D4", Goal: Win, Answer: "D3",
						Task:  "The white stone has one empty point left beside it. Win.",
						Right: "The stone is taken: you have won.",
					},
					{
						Setup: "X B5 C6 D6 E5 D4 / O C5 D5", Goal: Win, Answer: "C4",
						Task:  "Two stones are one chain. Where is its last liberty?",
						Right: "Both are taken at once.",
					},
				},
			},
			{
				Title: "Run away",
				Text:  "A chain with one liberty left is in atari. If it is yours, you lose it with the next move, and the game, unless you do something now.",
				Parts: []Part{
					{
						Setup: "X D4 / O C4 D5 E4", Goal: Save, Target: "D4", Answer: "D3",
						Task:  "Your stone is in atari. Give it more liberties.",
						Right: "Now the chain has three liberties.",
					},
					{
						Setup: "X D4 E5 F4 / O C4 D5 E4 C3 D2", Goal: Win, Answer: "E3",
						Task:  "Running does not help here. But look at the stones around yours: one of them is in atari as well, and it is your turn.",
						Right: "Taken first: you have won.",
					},
				},
			},
			{
				Title: "Two at once",
				Text:  "One stone in atari can run away. Two at once cannot.",
				Parts: []Part{
					{
						Setup: "X B4 C5 E5 F4 / O C4 E4", Goal: Fork, Answer: "D4", Reply: stop,
						Task:  "Put both white stones in atari with one move.",
						Right: "White can save only one of them.",
					},
					{
						Goal:  Win,
						Task:  "Take the other one.",
						Right: "Double atari: the way most games of Atari-Go are won.",
					},
				},
			},
		},
	}
}
