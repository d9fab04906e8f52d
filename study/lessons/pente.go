package lessons

// pente teaches how pairs are taken.
func pente() Lesson {
	return Lesson{
		ID: "pente", Title: "Pente",
		Text:  "Five in a row in any direction, and pairs that are taken: three short steps.",
		Rules: "pente", Board: "grid:9", Preset: "pente", PresetBoard: "grid:13",
		Steps: []Step{
			{
				Title: "Taking a pair",
				Text:  "Two stones side by side are taken when you hold both points at their ends, in any direction. One stone is never taken, nor three. Ten stones taken win the game.",
				Parts: []Part{
					{
						Setup: "X C5 / O D5 E5", Goal: Take, Target: "D5", Answer: "F5",
						Task:  "Take the two white stones.",
						Right: "Both stones left the board.",
					},
					{
						Setup: "X B5 H2 / O C5 D5 F4 G3", Goal: Take, Target: "F4", Answer: "E5",
						Task:  "One stone can take two pairs. Find it.",
						Right: "Four stones with one move, one pair of them on a diagonal.",
					},
				},
			},
			{
				Title: "Pairs of your own",
				Text:  "A pair of yours with a white stone at one end is in danger. But you may place a stone between two white ones: only the side that moves takes.",
				Parts: []Part{
					{
						Setup: "X E5 F5 / O D5", Goal: Save, Target: "E5", Answer: "G5",
						Task:  "White is about to take your pair. Save it.",
						Right: "Three in a row cannot be taken.",
					},
					{
						Setup: "X E5 / O D5 G5", Goal: Play, Target: "F5", Answer: "F5",
						Task:  "Play F5, between your stone and a white one.",
						Right: "Nothing happens: whoever moves into a trap is safe in it.",
					},
				},
			},
			{
				Title: "Five, and how to break them",
				Text:  "Five in a row win: across, up, and along diagonals. A row can be stopped at its ends, or broken by taking a pair out of it.",
				Parts: []Part{
					{
						Setup: "X C3 D4 E5 F6 / O B2 C5 D5", Goal: Win, Answer: "G7",
						Task:  "Complete the diagonal.",
						Right: "Five in a row.",
					},
					{
						Setup: "X F7 B4 / O D5 E5 F5 G5 F6", Goal: Block, Answer: "F4",
						Task:  "White has four with both ends open. You cannot stop both ends, but you can take a stone out of the row.",
						Right: "The pair on F5 and F6 is gone, and with it the four.",
					},
				},
			},
		},
	}
}
