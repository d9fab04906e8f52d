package lessons

// captureFive teaches Go's captures, and their effect on a line.
func captureFive() Lesson {
	return Lesson{
		ID:    "capturefive",
		Rules: "capturefive", Board: "grid:7", Preset: "capturefive", PresetBoard: "grid:9",
		Steps: []Step{stepLiberties(), stepCapture(), stepAtari(), stepSnapback(), stepKo(), stepSuicide(), stepLine()},
	}
}

func stepLiberties() Step {
	return Step{
		ID: "liberties",
		Parts: []Part{
			{
				ID: "stone", Setup: "O D4", Goal: Touch, Target: "D4", Show: true, Answer: "D5",
			},
			{
				ID: "chain", Setup: "X B2 / O B1 C1", Goal: Touch, Target: "C1", Answer: "C2",
			},
		},
	}
}

func stepCapture() Step {
	return Step{
		ID: "capture",
		Parts: []Part{
			{
				ID: "stone", Setup: "X C4 D5 E4 / O D4", Goal: Take, Target: "D4", Answer: "D3",
			},
			{
				ID: "chain", Setup: "X A3 B4 C5 B6 / O A4 A5 B5", Goal: Take, Target: "A5", Answer: "A6",
			},
		},
	}
}

func stepAtari() Step {
	return Step{
		ID: "atari",
		Parts: []Part{
			{
				ID: "put", Setup: "X C4 D5 / O D4", Goal: Atari, Target: "D4", Answer: "D3",
			},
			{
				ID: "run", Setup: "X D4 / O C4 D5 E4", Goal: Save, Target: "D4", Answer: "D3",
			},
			{
				ID: "counter", Setup: "X D4 E5 F4 / O C4 D5 E4 C3 D2", Goal: Take, Target: "E4", Answer: "E3",
			},
		},
	}
}

func stepSnapback() Step {
	return Step{
		ID: "snapback",
		Parts: []Part{
			{
				ID: "give", Setup: "X B1 B2 C3 D3 E3 E2 / O C1 C2 E1 F1 F2", Goal: Trap, Target: "C1", Answer: "D1", Reply: "D2",
			},
			{
				ID: "back", Goal: Take, Target: "C1", Answer: "D1",
				Punish: "D1",
			},
		},
	}
}

func stepKo() Step {
	return Step{
		ID: "ko",
		Parts: []Part{
			{
				ID: "again", Setup: "X D4 E5 E3 F4 A2 B1 / O C4 D5 D3 B2", First: "E4", Goal: Try, Target: "D4", Answer: "D4",
			},
			{
				ID: "threat", Goal: Atari, Target: "B2", Answer: "B3", Reply: escape,
				Punish: "D4",
			},
			{
				ID: "back", Goal: Take, Target: "E4", Answer: "D4",
				Punish: "D4",
			},
		},
	}
}

func stepSuicide() Step {
	return Step{
		ID: "suicide",
		Parts: []Part{
			{
				ID: "none", Setup: "X F6 / O C4 D5 E4 D3", Goal: Try, Target: "D4", Answer: "D4",
			},
			{
				ID: "room", Setup: "X A3 B2 C1 / O A2 B1", Goal: Take, Target: "A2", Answer: "A1",
			},
		},
	}
}

func stepLine() Step {
	return Step{
		ID: "line",
		Parts: []Part{
			{
				ID: "stop", Setup: "X A5 C4 D3 E4 / O B5 C5 D5 E5", Goal: Block, Answer: "F5",
			},
			{
				ID: "open", Setup: "X B4 C4 E4 F4 D5 / O D4 B5 B3 F5 F3", Goal: Take, Target: "D4", Answer: "D3", Reply: "G7",
			},
			{
				ID: "win", Goal: Win, Answer: "D4",
			},
		},
	}
}
