package record

import (
	"fmt"
	"strconv"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/record/sgf"
)

// SetClock writes the time of each player: TM, the main time in seconds, and OT, the overtime in
// the words of other programs. Without a clock it writes nothing.
func SetClock(g *sgf.Game, spec clock.Spec) {
	step := spec.Step.Seconds()
	over := ""
	switch spec.Kind {
	case clock.Absolute:
	case clock.Fischer:
		over = fmt.Sprintf("%g fischer", step)
	case clock.Byoyomi:
		over = fmt.Sprintf("%dx%g byo-yomi", spec.Count, step)
	case clock.Canadian:
		over = fmt.Sprintf("%d/%g canadian", spec.Count, step)
	case clock.PerMove, clock.Correspondence:
		over = fmt.Sprintf("%g per move", step)
	default:
		return
	}
	g.Root.Set("TM", fmt.Sprintf("%g", spec.Main.Seconds()))
	if over != "" {
		g.Root.Set("OT", over)
	}
}

// SetLeft writes the remaining times after moves to the record that [Of] has made of pos: BL and
// WL, the seconds, and OB and OW, the periods or stones left in overtime. specs are the clocks by
// player. left are the times after the last turns of the game; earlier turns may be missing. BL
// belongs to the player who has the black stones in the end.
func SetLeft(g *sgf.Game, pos game.Position, specs [3]clock.Spec, left []clock.State) {
	turns := pos.Turns()
	first := len(turns) - len(left)
	node := g.Root
	for i, t := range turns {
		if node = node.Next(); node == nil {
			return
		}
		if i < first || !specs[t.Player].Counts() {
			continue
		}
		time, count := "BL", "OB"
		if game.Holder(pos, game.Black) != t.Player {
			time, count = "WL", "OW"
		}
		st := left[i-first]
		seconds, over := st.Main, 0
		if st.Main == 0 {
			seconds, over = st.Period, st.Periods+st.Stones // only one of them, depending on the clock
		}
		node.Set(time, secondsText(seconds))
		if over > 0 {
			node.Set(count, strconv.Itoa(over))
		}
	}
}

// secondsText writes a time in seconds, to the millisecond.
func secondsText(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
}
