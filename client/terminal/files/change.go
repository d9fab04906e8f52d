package files

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

// LifeChanges are a command's flags that override the file of a problem; "" changes nothing. The
// flags have the names of the fields.
type LifeChanges struct {
	ToPlay   string // black, white, or anything else for the file's
	Question string
	Target   string
	Region   string
	Ko       string
	Threats  string
}

// Settle changes the side to move and the question, and determines what is asked.
func (c *LifeChanges) Settle(it *format.Item) error {
	if side, ok := map[string]game.Color{"black": game.Black, "white": game.White}[c.ToPlay]; ok && side != it.ToPlay {
		it.ToPlay = side
		if c.Ko == "" {
			it.Ko = board.None // it keeps the other side from recapturing
		}
		switch { // the defender does not change
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

// Points applies the changes that name points or numbers of threats. Its errors are about the
// changes.
func (c *LifeChanges) Points(it *format.Item) (err error) {
	if c.Target != "" {
		if it.Target, err = pointList(it, c.Target); err != nil {
			return fmt.Errorf("--target: %w", err)
		}
		if err := oneColor(it); err != nil {
			return fmt.Errorf("--target: %w", err)
		}
	}
	if c.Region != "" {
		if it.Region, err = pointList(it, c.Region); err != nil {
			return fmt.Errorf("--region: %w", err)
		}
		it.Walls = nil // which may be inside
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

// pointList reads the points of a flag, at least one.
func pointList(it *format.Item, text string) ([]game.Point, error) {
	points, err := format.ParsePointList(it.Board, text)
	if err == nil && len(points) == 0 {
		err = fmt.Errorf("no point in %.40q", text)
	}
	return points, err
}

// oneColor refuses targets of both colours. In a file they only mean that no side is named.
func oneColor(it *format.Item) error {
	for _, t := range it.Target {
		if a, b := it.Stones[t], it.Stones[it.Target[0]]; a != game.Empty && b != game.Empty && a != b {
			return fmt.Errorf("%s and %s are stones of both colours", it.Board.Name(it.Target[0]), it.Board.Name(t))
		}
	}
	return nil
}
