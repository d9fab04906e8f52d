package lessons

// weiqi teaches Go from its rules to a first complete game. The first steps are enough to start
// one.
func weiqi() Lesson {
	return Lesson{
		ID: "weiqi", Rules: "weiqi", Board: "grid:9", Preset: "weiqi", PresetBoard: "grid:9", Enough: 7,
		Steps: []Step{
			goLiberties(), goCapture(), goAtari(), goSuicide(), goKo(), goCounting(), goEnding(),
			goEyes(), goLive(), goKill(), goFalseEye(), goLadder(), goNet(), goSnapback(), goConnect(), goOpening(),
		},
	}
}

func goLiberties() Step {
	return Step{ID: "liberties", Parts: []Part{
		{ID: "stone", Setup: "O E5", Goal: Touch, Target: "E5", Show: true, Answer: "E6"},
		{ID: "chain", Setup: "X B2 / O C2 D2", Goal: Touch, Target: "D2", Show: true, Answer: "D3"},
	}}
}

func goCapture() Step {
	return Step{ID: "capture", Parts: []Part{
		{ID: "stone", Setup: "X D5 E6 F5 / O E5", Goal: Take, Target: "E5", Show: true, Answer: "E4"},
		{ID: "chain", Setup: "X A4 B5 C6 B7 / O A5 A6 B6", Goal: Take, Target: "A6", Answer: "A7"},
		{ID: "corner", Setup: "X A7 B8 / O A8 A9", Goal: Take, Target: "A9", Answer: "B9"},
	}}
}

func goAtari() Step {
	return Step{ID: "atari", Parts: []Part{
		{ID: "put", Setup: "X D5 E6 / O E5", Goal: Atari, Target: "E5", Answer: "E4"},
		{ID: "run", Setup: "X E5 / O D5 E6 F5", Goal: Save, Target: "E5", Answer: "E4"},
		{ID: "counter", Setup: "X E5 F6 G5 / O D5 E6 F5 D4 E3", Goal: Take, Target: "F5", Answer: "F4"},
	}}
}

func goSuicide() Step {
	return Step{ID: "suicide", Parts: []Part{
		{ID: "none", Setup: "X G7 / O D5 E6 F5 E4", Goal: Try, Target: "E5", Answer: "E5"},
		{ID: "room", Setup: "X A3 B2 C1 / O A2 B1", Goal: Take, Target: "A2", Answer: "A1"},
	}}
}

func goKo() Step {
	return Step{ID: "ko", Parts: []Part{
		{ID: "again", Setup: "X E5 F6 F4 G5 A2 B1 / O D5 E6 E4 B2", First: "F5", Goal: Try, Target: "E5", Answer: "E5"},
		{ID: "threat", Goal: Atari, Target: "B2", Answer: "B3", Reply: escape, Punish: "E5"},
		{ID: "back", Goal: Take, Target: "F5", Answer: "E5", Punish: "E5"},
	}}
}

// goBorder is a finished game.
const goBorder = "X D1 D2 D3 D4 D5 E5 E6 E7 E8 E9 / O E1 E2 E3 E4 F4 F5 F6 F7 F8 F9"

func goCounting() Step {
	return Step{ID: "counting", Parts: []Part{
		{ID: "territory", Setup: goBorder, Goal: Territory, Choices: []string{"27", "31", "36"}, Answer: "31"},
		{ID: "area", Setup: goBorder, Goal: Area, Choices: []string{"31", "36", "41"}, Answer: "41"},
	}}
}

func goEnding() Step {
	return Step{ID: "ending", Parts: []Part{
		{
			ID: "gap", Setup: "X D1 D2 D3 D4 D5 E5 E6 E7 E8 / O E1 E2 E3 E4 F4 F5 F6 F7 F8 F9",
			Goal: Play, Target: "E9", Answer: "E9", Punish: "E9",
		},
		{
			ID: "dead", Setup: "X D1 D2 D3 D4 D5 E5 E6 E7 E8 E9 B6 B4 A5 / O E1 E2 E3 E4 F4 F5 F6 F7 F8 F9 B5",
			Goal: Dead, Target: "B5", Answer: "B5",
		},
		{ID: "inside", Goal: Take, Target: "B5", Answer: "C5"},
	}}
}

func goEyes() Step {
	return Step{ID: "eyes", Parts: []Part{
		{ID: "one", Setup: "X A3 B3 C2 C1 / O A2 B2 B1", Goal: Take, Target: "B2", Answer: "A1"},
		{ID: "two", Setup: "X A3 B3 C3 D3 E2 E1 / O A2 B2 C2 D2 B1 D1", Goal: Try, Target: "A1", Answer: "A1"},
	}}
}

func goLive() Step {
	return Step{ID: "live", Parts: []Part{
		{
			ID: "three", Setup: "X A2 B2 C2 D2 D1 / O A3 B3 C3 D3 E2 E1",
			Goal: Live, Target: "B2", Region: "A1 B1 C1", Answer: "B1",
		},
		{
			ID: "corner", Setup: "X A3 B3 B2 C2 C1 / O A4 B4 C3 D2 D1",
			Goal: Live, Target: "B2", Region: "A1 A2 B1", Answer: "A1",
		},
	}}
}

func goKill() Step {
	return Step{ID: "kill", Parts: []Part{
		{
			ID: "three", Setup: "X A3 B3 C3 D3 E2 E1 / O A2 B2 C2 D2 D1",
			Goal: Kill, Target: "B2", Region: "A1 B1 C1", Answer: "B1",
		},
		{
			ID: "corner", Setup: "X J6 H6 G7 F8 F9 / O J7 H7 H8 G8 G9",
			Goal: Kill, Target: "H8", Region: "J9 J8 H9", Answer: "J9",
		},
		{
			ID: "four", Setup: "X A1 A2 B3 C4 D4 E4 F3 G2 G1 / O B1 B2 C2 C3 D3 E3 E2 F2 F1",
			Goal: Kill, Target: "D3", Region: "C1 D1 E1 D2", Answer: "D1",
		},
	}}
}

func goFalseEye() Step {
	return Step{ID: "falseEye", Parts: []Part{
		{ID: "force", Setup: "X A3 B3 C3 D2 / O A2 B2 C2 B1 D1", Goal: Kill, Target: "B2", Region: "A1 C1 D1 E1", Answer: "E1", Reply: "C1"},
		{ID: "take", Goal: Take, Target: "B2", Answer: "A1"},
	}}
}

func goLadder() Step {
	return Step{ID: "ladder", Parts: []Part{
		{ID: "begin", Setup: "X B7 B6 C8 / O C7", Goal: Catch, Target: "C7", Answer: "D7", Reply: escape},
		{ID: "on", Goal: Catch, Target: "C7", Answer: "C5", Reply: escape},
		{ID: "again", Goal: Catch, Target: "C7", Answer: "E6", Reply: escape},
		{
			ID: "edge", Setup: "X B7 B6 C8 D7 C5 E6 D4 F5 E3 G4 F2 H3 G1 / O C7 C6 D6 D5 E5 E4 F4 F3 G3 G2 H2",
			Goal: Trap, Target: "C7", Answer: "J2", Reply: escape,
		},
		{ID: "take", Goal: Take, Target: "C7", Answer: "J1"},
	}}
}

func goNet() Step {
	return Step{ID: "net", Parts: []Part{
		{ID: "net", Setup: "X B7 B6 C8 D8 / O C7 G3 F8", Goal: Catch, Target: "C7", Answer: "D6", Reply: "D7"},
		{ID: "close", Goal: Catch, Target: "C7", Answer: "E7"},
	}}
}

func goSnapback() Step {
	return Step{ID: "snapback", Parts: []Part{
		{ID: "give", Setup: "X B1 B2 C3 D3 E3 E2 / O C1 C2 E1 F1 F2", Goal: Trap, Target: "C1", Answer: "D1", Reply: "D2"},
		{ID: "back", Goal: Take, Target: "C1", Answer: "D1", Punish: "D1"},
	}}
}

func goConnect() Step {
	return Step{ID: "connect", Parts: []Part{
		{ID: "join", Setup: "X D5 E6 C3 G6 / O D6 C5 F4 D7", Goal: Join, Target: "D5", Other: "E6", Answer: "E5", Punish: "E5"},
		{ID: "cut", Setup: "X D6 F5 C6 / O D5 E6 G7 C3", Goal: Play, Target: "E5", Answer: "E5", Punish: "E5"},
	}}
}

func goOpening() Step {
	return Step{ID: "opening", Parts: []Part{
		{ID: "first", Setup: "X", Goal: High, Answer: "E5", Reply: "C3 C7"},
		{ID: "second", Setup: "X G7 C7 / O G3 F5", Goal: High, Answer: "C4"},
	}}
}
