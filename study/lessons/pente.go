package lessons

// pente teaches how pairs are captured.
func pente() Lesson {
	return Lesson{
		ID:    "pente",
		Rules: "pente", Board: "grid:9", Preset: "pente", PresetBoard: "grid:13",
		Steps: []Step{
			{
				ID: "pair",
				Parts: []Part{
					{
						ID: "one", Setup: "X C5 / O D5 E5", Goal: Take, Target: "D5", Answer: "F5",
					},
					{
						ID: "two", Setup: "X B5 H2 / O C5 D5 F4 G3", Goal: Take, Target: "F4", Answer: "E5",
					},
				},
			},
			{
				ID: "own",
				Parts: []Part{
					{
						ID: "save", Setup: "X E5 F5 / O D5", Goal: Save, Target: "E5", Answer: "G5",
					},
					{
						ID: "between", Setup: "X E5 / O D5 G5", Goal: Play, Target: "F5", Answer: "F5",
					},
				},
			},
			{
				ID: "five",
				Parts: []Part{
					{
						ID: "win", Setup: "X C3 D4 E5 F6 / O B2 C5 D5", Goal: Win, Answer: "G7",
					},
					{
						ID: "break", Setup: "X F7 B4 / O D5 E5 F5 G5 F6", Goal: Block, Answer: "F4",
					},
				},
			},
		},
	}
}
