package lessons

// pentalath teaches liberties among hexagons.
func pentalath() Lesson {
	return Lesson{
		ID: "pentalath", Title: "Pentalath",
		Text:  "Five in a row on hexagons, with captures: three short steps.",
		Rules: "pentalath", Board: "hex:5", Preset: "pentalath", PresetBoard: "hex:5",
		Steps: []Step{
			{
				Title: "Six neighbours",
				Text:  "On hexagons a point has six neighbours. The empty ones are the liberties of a stone, and a chain without any is taken.",
				Parts: []Part{
					{
						Setup: "O E5", Goal: Touch, Target: "E5", Show: true, Answer: "F5",
						Task:  "The dots are the six liberties of the white stone. Take one of them away.",
						Right: "It takes six stones to catch one in the middle.",
					},
					{
						Setup: "X E4 F4 F5 E6 D5 / O E5", Goal: Take, Target: "E5", Answer: "D4",
						Task:  "Only one liberty is left. Take the stone.",
						Right: "The stone is gone.",
					},
				},
			},
			{
				Title: "Five in a row",
				Text:  "Five stones in a row win, along any of the three directions of the lines.",
				Parts: []Part{
					{
						Setup: "X C4 D5 E6 F6 / O B3 D3 E4", Goal: Win, Answer: "G6",
						Task:  "Your row runs up to the right. Complete it.",
						Right: "Five in a row.",
					},
					{
						Setup: "X D1 E4 C3 / O D2 D3 D4 D5", Goal: Block, Answer: "D6",
						Task:  "White has four in a row. Stop them.",
						Right: "Closed at both ends.",
					},
				},
			},
			{
				Title: "Suicide, and room by taking",
				Text:  "A stone without a liberty may not be placed, unless it takes something. That makes room, also in the middle of a row.",
				Parts: []Part{
					{
						Setup: "X G7 / O E4 F4 F5 E6 D5 D4", Goal: Try, Target: "E5", Answer: "E5",
						Task: "Try to play in the middle of the white stones, on E5.",
					},
					{
						Setup: "X E3 E4 E6 E7 F4 F5 D4 / O E5 C5 G3 G6 H3", Goal: Take, Target: "E5", Answer: "D5", Reply: "B3",
						Task:  "A white stone stands in your row. Take it.",
						Right: "White may not go back there: that would be suicide.",
					},
					{
						Goal: Win, Answer: "E5",
						Task:  "Complete the row.",
						Right: "Five in a row, right through the middle of what White had stopped.",
					},
				},
			},
		},
	}
}
