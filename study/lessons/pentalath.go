package lessons

// pentalath teaches liberties among hexagons.
func pentalath() Lesson {
	return Lesson{
		ID:    "pentalath",
		Rules: "pentalath", Board: "hex:5", Preset: "pentalath", PresetBoard: "hex:5",
		Steps: []Step{
			{
				ID: "neighbours",
				Parts: []Part{
					{
						ID: "touch", Setup: "O E5", Goal: Touch, Target: "E5", Show: true, Answer: "F5",
					},
					{
						ID: "take", Setup: "X E4 F4 F5 E6 D5 / O E5", Goal: Take, Target: "E5", Answer: "D4",
					},
				},
			},
			{
				ID: "five",
				Parts: []Part{
					{
						ID: "win", Setup: "X C4 D5 E6 F6 / O B3 D3 E4", Goal: Win, Answer: "G6",
					},
					{
						ID: "stop", Setup: "X D1 E4 C3 / O D2 D3 D4 D5", Goal: Block, Answer: "D6",
					},
				},
			},
			{
				ID: "suicide",
				Parts: []Part{
					{
						ID: "none", Setup: "X G7 / O E4 F4 F5 E6 D5 D4", Goal: Try, Target: "E5", Answer: "E5",
					},
					{
						ID: "take", Setup: "X E3 E4 E6 E7 F4 F5 D4 / O E5 C5 G3 G6 H3", Goal: Take, Target: "E5", Answer: "D5", Reply: "B3",
					},
					{
						ID: "win", Goal: Win, Answer: "E5",
					},
				},
			},
		},
	}
}
