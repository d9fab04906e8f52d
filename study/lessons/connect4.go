package lessons

// connectFour teaches how stones fall, and what that means for four in a row.
func connectFour() Lesson {
	return Lesson{
		ID:    "connect4",
		Rules: "connect4", Board: "grid:7x6", Preset: "connect4", PresetBoard: "grid:7x6",
		Steps: []Step{
			{
				ID: "falling",
				Parts: []Part{{
					ID: "drop", Setup: "O D1", Goal: Play, Target: "D2", Answer: "D2",
				}},
			},
			{
				ID: "row",
				Parts: []Part{
					{
						ID: "win", Setup: "X A1 B2 C3 D1 / O B1 C1 C2 D2 D3", Goal: Win, Answer: "D4",
					},
					{
						ID: "stop", Setup: "X B1 C2 D2 / O C1 D1 E1", Goal: Block, Answer: "F1",
					},
				},
			},
			{
				ID: "double",
				Parts: []Part{
					{
						ID: "make", Setup: "X C1 D1 / O C2 D2", Goal: Fork, Answer: "E1", Reply: stop,
					},
					{
						ID: "win", Goal: Win,
					},
				},
			},
			{
				ID: "above",
				Parts: []Part{{
					ID: "wait", Setup: "X A1 B1 D1 E1 C2 A3 / O C1 A2 B2 D2 B3 C3 D3", Goal: Block, Answer: "G1",
				}},
			},
		},
	}
}
