package convert

import (
	"moyo/board"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/study/coach"
)

// Sayings returns the coach's comments on a game that contains pos.
func Sayings(pos game.Position, says []coach.Saying) []wire.Saying {
	out := make([]wire.Saying, len(says))
	for i, s := range says {
		out[i] = wire.Saying{
			Code: string(s.Code), Color: Side(s.Color), Stones: Points(s.Stones), Points: Points(s.Points), At: place(s.At), To: place(s.To),
			Count: s.Count, From: Finite(s.From), Value: Finite(s.Value),
		}
		if s.Move != game.NoMove {
			out[i].Move = game.Format(pos, s.Move)
		}
		if s.Reason != game.Legal {
			out[i].Reason = s.Reason.Code()
		}
	}
	return out
}

// place returns a point, nil for none.
func place(p game.Point) *int {
	if p == board.None {
		return nil
	}
	at := int(p)
	return &at
}
