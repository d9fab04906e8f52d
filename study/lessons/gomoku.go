package lessons

// gomoku teaches threes and fours, and how they win together.
func gomoku() Lesson {
	return Lesson{
		ID: "gomoku", Rules: "gomoku", Board: "grid:9", Preset: "gomoku", PresetBoard: "grid:15",
		Steps: []Step{
			{ID: "five", Parts: []Part{
				{ID: "row", Setup: "X C5 D5 E5 F5 / O B5 D6 E6", Goal: Win, Answer: "G5"},
				{ID: "slant", Setup: "X C3 D4 F6 G7 / O D5 E4 F5 D6", Goal: Win, Answer: "E5"},
			}},
			{ID: "stop", Parts: []Part{
				{ID: "row", Setup: "X B4 C3 F6 / O C4 D4 E4 F4", Goal: Block, Answer: "G4"},
				{ID: "hole", Setup: "X B2 F6 D4 E7 / O C5 D5 F5 G5", Goal: Block, Answer: "E5"},
			}},
			{ID: "four", Parts: []Part{
				{ID: "make", Setup: "X C5 D5 E5 / O B5 D6 E4", Goal: Four, Answer: "F5", Reply: stop},
			}},
			{ID: "openFour", Parts: []Part{
				{ID: "make", Setup: "X D5 E5 F5 / O D6 E6 F7", Goal: Fork, Answer: "G5", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "openThree", Parts: []Part{
				{ID: "make", Setup: "X D5 E5 / O D6 F7", Goal: Three, Answer: "F5", Reply: "C5 G5"},
			}},
			{ID: "stopThree", Parts: []Part{
				{ID: "solid", Setup: "X C6 E7 / O D4 E4 F4", Goal: Hold, Answer: "G4"},
				{ID: "split", Setup: "X C7 E7 D3 / O C4 D5 F7", Goal: Hold, Answer: "E6"},
			}},
			{ID: "hole", Parts: []Part{
				{ID: "fill", Setup: "X C5 D5 F5 / O C6 E7 F6", Goal: Fork, Answer: "E5", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "fourFour", Parts: []Part{
				{ID: "cross", Setup: "X C5 D5 E5 F6 F7 F8 / O B5 F9 D6 E7 G7 C4", Goal: Fours, Answer: "F5", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "fourThree", Parts: []Part{
				{ID: "cross", Setup: "X C5 D5 E5 F4 F6 / O B5 D6 E7 C3", Goal: Fours, Answer: "F5", Reply: stop},
				{ID: "open", Goal: Fork, Answer: "F7", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "threeThree", Parts: []Part{
				{ID: "cross", Setup: "X D5 E5 F4 F6 / O C3 D7 G7", Goal: Double, Answer: "F5", Reply: "C5 G5"},
				{ID: "open", Goal: Fork, Answer: "F3", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "byFours", Parts: []Part{
				{ID: "first", Setup: "X C3 D3 E3 F4 F5 G6 H6 J6 / O B3 F7 C5 D6 G5 H7 E4 D8", Goal: Fours, Answer: "F3", Reply: stop},
				{ID: "second", Goal: Fork, Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "defend", Parts: []Part{
				{ID: "cross", Setup: "X B5 D6 E7 C3 / O C5 D5 E5 F4 F6", Goal: Hold, Answer: "F5"},
			}},
		},
	}
}
