package lessons

// atariGo teaches capturing and avoiding capture.
func atariGo() Lesson {
	return Lesson{
		ID:    "atari-go",
		Rules: "atari-go", Board: "grid:7", Preset: "atari-go", PresetBoard: "grid:7",
		Steps: []Step{
			{
				ID: "first",
				Parts: []Part{
					{
						ID: "one", Setup: "X C4 D5 E4 / O D4", Goal: Win, Answer: "D3",
					},
					{
						ID: "two", Setup: "X B5 C6 D6 E5 D4 / O C5 D5", Goal: Win, Answer: "C4",
					},
				},
			},
			{
				ID: "run",
				Parts: []Part{
					{
						ID: "run", Setup: "X D4 / O C4 D5 E4", Goal: Save, Target: "D4", Answer: "D3",
					},
					{
						ID: "counter", Setup: "X D4 E5 F4 / O C4 D5 E4 C3 D2", Goal: Win, Answer: "E3",
					},
				},
			},
			{
				ID: "double",
				Parts: []Part{
					{
						ID: "make", Setup: "X B4 C5 E5 F4 / O C4 E4", Goal: Fork, Answer: "D4", Reply: stop,
					},
					{
						ID: "win", Goal: Win,
					},
				},
			},
		},
	}
}
