package gomocup

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/errtext"
)

// showInfo answers the first question of boards made for Yixin, and treats the
// manager as one of them from then on.
func showInfo(c *call) {
	c.settings.yixin = true
	c.say("MESSAGE %s %s", c.cfg.Name, c.cfg.Version)
	c.say("MESSAGE INFO MAX_THREAD_NUM %d", mostThreads)
	if most := c.cfg.MostMemory; most > 0 {
		c.say("MESSAGE INFO MAX_HASH_SIZE %d", max(bits.Len64(uint64(most>>10))-1, 0)) // the power of two in KiB
	}
}

// clearHash makes the engine forget its searches.
func clearHash(c *call) {
	c.engine.forget()
	c.say("MESSAGE transposition table cleared")
}

// mostBias bounds the advantage of a side in a balanced position.
const mostBias = 10_000

// balance plays one or two moves after which the position is even, or better for
// the engine by the argument, on the scale of Rapfi's evaluation.
func balance(c *call) {
	bias := 0
	if c.args != "" {
		var err error
		if bias, err = strconv.Atoi(c.args); err != nil || bias < -mostBias || bias > mostBias {
			c.fail("%s %s: want a value from %d to %d", c.name, errtext.Clip(c.args, maxQuoted), -mostBias, mostBias)
			return
		}
	}
	c.even = &engine.Even{Moves: 1, Value: 1 / (1 + math.Exp(-float64(bias)/evalScale))}
	if c.name == "YXBALANCETWO" {
		c.even.Moves = 2
	}
	own := c.table.color()
	pos, err := c.position(own, own)
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return
	}
	info, ok := c.think(pos, 1, 1)
	if !ok {
		return
	}
	line := append([]game.Move{info.Move}, info.PV[min(1, len(info.PV)):]...)
	var said []string
	for i, m := range line[:min(len(line), c.even.Moves)] {
		at := c.table.cellOf(pos.Board(), m.Point())
		if err := c.table.put(stone{at, i%2 == 0}); err != nil {
			break
		}
		said = append(said, fmt.Sprint(at))
	}
	c.settings.spend(c.elapsed())
	c.say("%s", strings.Join(said, " "))
}
