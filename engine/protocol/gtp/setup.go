package gtp

import (
	"moyo/game"
)

// pairs parses the arguments as colours with vertices, "b D4 w pass".
func (c *call) pairs(each func(color game.Color, move game.Move) error) error {
	if len(c.args)%2 != 0 {
		return errSyntax
	}
	for i := 0; i < len(c.args); i += 2 {
		color, err := ParseColor(c.args[i])
		if err != nil && !isEmpty(c.args[i]) {
			return err
		}
		move, err := c.verts.Parse(c.args[i+1])
		if err != nil {
			return err
		}
		if err := each(color, move); err != nil {
			return err
		}
	}
	return nil
}

// isEmpty reports whether a word is GoGui's for an empty point.
func isEmpty(word string) bool { return word == "e" || word == "E" || word == "empty" }

// playSequence is GoGui's: several moves, or none if one of them is illegal.
func playSequence(c *call) (string, error) {
	var events []event
	err := c.pairs(func(color game.Color, move game.Move) error {
		if color == game.Empty {
			return errSyntax
		}
		events = append(events, event{color: color, move: move})
		return nil
	})
	if err != nil {
		return "", err
	}
	return "", c.applyAll(events)
}

// setPosition is KataGo's: stones on an empty board with Black to move, without
// history or captures. Without stones it is clear_board.
func setPosition(c *call) (string, error) {
	e := event{setup: true, color: game.Black}
	err := c.pairs(func(color game.Color, move game.Move) error {
		if color == game.Empty || move < 0 {
			return errSyntax
		}
		e.stones = append(e.stones, game.Placed{Point: move.Point(), Color: color})
		return nil
	})
	if err != nil {
		return "", err
	}
	if len(e.stones) == 0 {
		return clearBoard(c)
	}
	fresh := *c.session
	if err := fresh.start(c.board, c.rules); err != nil {
		return "", err
	}
	if err := fresh.apply(e); err != nil {
		return "", err
	}
	if err := fresh.resetBonus(); err != nil {
		return "", err
	}
	*c.session = fresh
	return "", nil
}

// goguiSetup is GoGui's: it puts stones on the board or, with the colour "e",
// removes them. The side to move stays.
func goguiSetup(c *call) (string, error) {
	at := map[game.Move]game.Color{}
	err := c.pairs(func(color game.Color, move game.Move) error {
		if move < 0 {
			return errSyntax
		}
		at[move] = color
		return nil
	})
	if err != nil || len(at) == 0 {
		return "", err
	}
	stones := game.Stones(c.pos)
	for move, color := range at {
		stones[move] = color
	}
	return "", c.apply(setupEvent(stones, c.toPlay()))
}

// goguiUndoSetup takes back the last setup of stones.
func goguiUndoSetup(c *call) (string, error) {
	last := len(c.events) - 1
	if last < 0 || !c.events[last].setup {
		return "", errUndo
	}
	pos, err := c.replay(c.rules, c.events[:last])
	if err != nil {
		return "", errUndo
	}
	c.pos, c.events, c.turn = pos, c.events[:last], game.Empty
	if last == 0 {
		c.free = 0
	}
	return "", c.resetBonus()
}

// goguiSetupPlayer sets the side to move.
func goguiSetupPlayer(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	last := len(c.events) - 1
	if last < 0 || !c.events[last].setup {
		c.turn = side
		return "", nil
	}
	e := c.events[last]
	e.color = side
	pos := c.pos.Clone()
	if err := applyTo(pos, e); err != nil {
		return "", err
	}
	c.pos, c.events[last] = pos, e
	return "", nil
}

// goguiTitle is GoGui's: the title of its window.
func goguiTitle(c *call) (string, error) {
	title := c.cfg.Name
	if name := c.cfg.Engine.Name(); name != title {
		title += " (" + name + ")"
	}
	return title + ", " + c.board.Title(), nil
}
