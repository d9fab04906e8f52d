package ladders

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"moyo/server/club/ladders/rungs"
	"moyo/server/store"
)

// tell lets somebody hear of something. Of the same thing they hear once: it has its key.
func (s *Service) tell(ctx context.Context, head ladder, t rungs.Tell) error {
	n := store.Notification{
		Player: t.Player, Sender: t.Other, Kind: store.OnLadder,
		Key: "ladder/" + head.ID + "/" + strconv.Itoa(t.Serial), Path: "/ladder/" + head.ID,
	}
	if t.Kind == rungs.TellChallenged || t.Kind == rungs.TellReady {
		n.Kind = store.ChallengeMade
	}
	name := ""
	if t.Other != "" {
		var err error
		if name, err = s.names.Fresh(ctx, t.Other); err != nil {
			return err
		}
		if name == "" {
			n.Sender, name = "", store.Gone
		}
	}
	n.Text = words(t, cmp.Or(head.Title, "without a name"), name)
	return s.Notify(ctx, n)
}

// words say what somebody is told; name is who is behind it.
func words(t rungs.Tell, title, name string) string {
	switch t.Kind {
	case rungs.TellChallenged:
		return fmt.Sprintf("%s challenges you on the ladder %s.", name, title)
	case rungs.TellReady:
		return fmt.Sprintf("%s is there for your game on the ladder %s.", name, title)
	case rungs.TellPassed:
		return fmt.Sprintf("%s went past you: you fell to place %d on the ladder %s.", name, t.Place, title)
	}
	return fmt.Sprintf("You are not on the ladder %s any more.", title)
}
