package files

import (
	"fmt"

	"moyo/game"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

// LifeChanges are what the flags of a command say otherwise than the file of a problem;
// "" changes nothing. The names of the flags are those of its fields.
type LifeChanges struct {
	ToPlay   string // black, white, or anything else for the file's
	Question string
	Target   string
	Region   string
	Ko       string
	Threats  string
}

// Settle changes the side to move and the question, and settles what is asked.
func (c *LifeChanges) Settle(it *format.Item) error {
	if side, ok := map[string]game.Color{"black": game.Black, "white": game.White}[c.ToPlay]; ok && side != it.ToPlay {
		it.ToPlay = side
		switch { // the defender stays
		case !it.Asked || c.Target != "":
		case it.Question == tsumego.Live:
			it.Question = tsumego.Kill
		case it.Question == tsumego.Kill:
			it.Question = tsumego.Live
		}
	}
	if c.Target != "" {
		it.Asked = it.Asked && it.Question == tsumego.Status
	}
	if c.Question != "" {
		q, err := tsumego.ParseQuestion(c.Question)
		if err != nil {
			return err
		}
		it.Question, it.Asked = q, true
	}
	if err := it.Settle(); err != nil || it.Asked {
		return err
	}
	it.Question = format.GuessQuestion(&it.Problem)
	return it.Check()
}

// Points changes what is said by points and by counts of threats. Its errors are those
// of the changes.
func (c *LifeChanges) Points(it *format.Item) (err error) {
	if c.Target != "" {
		if it.Target, err = format.ParsePointList(it.Board, c.Target); err != nil {
			return fmt.Errorf("--target: %w", err)
		}
	}
	if c.Region != "" {
		if it.Region, err = format.ParsePointList(it.Board, c.Region); err != nil {
			return fmt.Errorf("--region: %w", err)
		}
		it.Walls = nil // which may lie inside
	}
	if c.Ko != "" {
		if it.Ko, err = format.ParsePoint(it.Board, c.Ko); err != nil {
			return fmt.Errorf("--ko: %w", err)
		}
	}
	if c.Threats != "" {
		threats, err := tsumego.ParseThreats(c.Threats)
		if err != nil {
			return fmt.Errorf("--threats: %w", err)
		}
		it.Threats = &threats
	}
	return nil
}
