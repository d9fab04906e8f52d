package lessons

// renju teaches the moves that are forbidden for Black, and how White uses them.
func renju() Lesson {
	return Lesson{
		ID: "renju", Rules: "gomoku:rule=renju", Board: "grid:9", Preset: "gomoku:rule=renju", PresetBoard: "grid:15",
		Steps: []Step{
			{ID: "five", Parts: []Part{
				{ID: "win", Setup: "X C5 D5 E5 F5 / O B5 D6 E6", Goal: Win, Answer: "G5"},
			}},
			{ID: "overline", Parts: []Part{
				{ID: "six", Setup: "X B5 C5 D5 F5 G5 / O D6 E6 C4 F7", Goal: Try, Target: "E5", Answer: "E5"},
				{ID: "five", Setup: "X C5 D5 E5 F5 H5 / O C6 D6 E7 F4", Goal: Win, Answer: "B5"},
			}},
			{ID: "doubleFour", Parts: []Part{
				{ID: "cross", Setup: "X C5 D5 E5 F6 F7 F8 / O B5 F9 D6 E7 G7 C4", Goal: Try, Target: "F5", Answer: "F5"},
				{ID: "line", Setup: "X B5 D5 F5 H5 / O C7 D6 E7 F6", Goal: Forbidden, Answer: "E5"},
			}},
			{ID: "doubleThree", Parts: []Part{
				{ID: "cross", Setup: "X D5 E5 F4 F6 / O C3 D7 G7", Goal: Try, Target: "F5", Answer: "F5"},
				{ID: "find", Setup: "X C6 E6 D4 D5 / O F3 G6 B2", Goal: Forbidden, Answer: "D6"},
			}},
			{ID: "closed", Parts: []Part{
				{ID: "closed", Setup: "X D5 E5 F4 F6 / O C5 D7 G7", Goal: Play, Target: "F5", Answer: "F5"},
			}},
			{ID: "fourThree", Parts: []Part{
				{ID: "cross", Setup: "X C5 D5 E5 F4 F6 / O B5 D6 E7 C3", Goal: Fours, Answer: "F5", Reply: stop},
				{ID: "open", Goal: Fork, Answer: "F7", Reply: stop},
				{ID: "win", Goal: Win},
			}},
			{ID: "fiveFirst", Parts: []Part{
				{ID: "both", Setup: "X C5 D5 E5 F5 G4 G6 H4 / O B5 D6 E7 C3", Goal: Win, Answer: "G5"},
			}},
			{ID: "find", Parts: []Part{
				{ID: "one", Setup: "X C3 D4 E5 G6 H6 J6 / O B2 E7 G4 D6", Goal: Forbidden, Answer: "F6"},
				{ID: "two", Setup: "X C3 D3 E3 G3 H3 / O C4 D5 E5 F6", Goal: Forbidden, Answer: "F3"},
			}},
			{ID: "white", Parts: []Part{
				{ID: "six", White: true, Setup: "O B5 C5 D5 F5 G5 / X D6 E6 C4 F7 H3", Goal: Win, Answer: "E5"},
				{ID: "fours", White: true, Setup: "O C5 D5 E5 F6 F7 F8 / X B5 F9 D6 E7 G7 C4", Goal: Fours, Answer: "F5"},
			}},
			{ID: "trap", Parts: []Part{
				{ID: "four", White: true, Setup: "O C5 D5 E5 C3 H7 / X B5 G2 G3 G4 G6 G7", Goal: Fours, Answer: "F5", Reply: "F6"},
				{ID: "win", White: true, Goal: Win},
			}},
			{ID: "beware", Parts: []Part{
				{ID: "escape", Setup: "O C5 D5 E5 C3 H7 / X B5 G2 G3 G4 G6 G7", Goal: Hold, Answer: "F5"},
			}},
		},
	}
}
