package lessons

// connectFour teaches how stones fall, and what that means for four in a row.
func connectFour() Lesson {
	return Lesson{
		ID: "connect4", Title: "Connect Four",
		Text:  "Stones fall, and four in a row win: four short steps.",
		Rules: "connect4", Board: "grid:7x6", Preset: "connect4", PresetBoard: "grid:7x6",
		Steps: []Step{
			{
				Title: "Falling",
				Text:  "You choose a column, and your stone falls to the lowest free point in it. So it lies on the bottom, or on another stone.",
				Parts: []Part{{
					Setup: "O D1", Goal: Play, Target: "D2", Answer: "D2",
					Task:  "Drop your stone on top of the white one, in column D.",
					Right: "It has come to rest on D2.",
				}},
			},
			{
				Title: "Four in a row",
				Text:  "Four stones of your colour in a row win: across, up, or diagonally. When the other side needs only one more, you must be in its way.",
				Parts: []Part{
					{
						Setup: "X A1 B2 C3 D1 / O B1 C1 C2 D2 D3", Goal: Win, Answer: "D4",
						Task:  "Complete your diagonal.",
						Right: "A1, B2, C3 and D4: four in a row.",
					},
					{
						Setup: "X B1 C2 D2 / O C1 D1 E1", Goal: Block, Answer: "F1",
						Task:  "White has three in the bottom row. Stop the fourth.",
						Right: "Your stones on both sides close the row.",
					},
				},
			},
			{
				Title: "Two threats at once",
				Text:  "One threat can be stopped. Two at once cannot: whichever White stops, you play the other.",
				Parts: []Part{
					{
						Setup: "X C1 D1 / O C2 D2", Goal: Fork, Answer: "E1", Reply: stop,
						Task:  "Make three in the bottom row with room at both ends.",
						Right: "White can stop one end only.",
					},
					{
						Goal:  Win,
						Task:  "Win where White could not be.",
						Right: "That is how most games are won: by two threats at once.",
					},
				},
			},
			{
				Title: "The point above",
				Text:  "Every stone is a step for the next one. Before you drop a stone, look what the other side could put on top of it.",
				Parts: []Part{{
					Setup: "X A1 B1 D1 E1 C2 A3 / O C1 A2 B2 D2 B3 C3 D3", Goal: Block, Answer: "G1",
					Task:  "White needs E3, which hangs in the air as yet. Play anywhere, but do not help White there.",
					Right: "As long as nobody plays E2, White cannot get to E3.",
				}},
			},
		},
	}
}
