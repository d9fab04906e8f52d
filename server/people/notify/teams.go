package notify

import (
	"context"
	"time"

	"moyo/internal/sentence"
)

// TeamWhat is a kind of team news.
type TeamWhat string

// The kinds of team news.
const (
	TeamAsked      TeamWhat = "asked"      // Other wants to join
	TeamAdmitted   TeamWhat = "admitted"   // Player was admitted
	TeamChallenged TeamWhat = "challenged" // by Other
	TeamAccepted   TeamWhat = "accepted"   // by Other
	TeamLinedUp    TeamWhat = "lined-up"   // Player is in the line-up
	TeamBegins     TeamWhat = "begins"
)

// TeamNews is a notification about a player's team.
type TeamNews struct {
	Player string // id
	Sender string // id of the player who caused it, or ""
	What   TeamWhat
	Team   string    // name
	Other  string    // name of a player or another team
	Board  int       // at which Player plays
	At     time.Time // when the match begins
	Path   string
	Key    string // identifies the news; a player gets each key once
}

// Team notifies a player of team news.
func (s *Service) Team(ctx context.Context, n TeamNews) error {
	return s.Notify(ctx, News{
		Player: n.Player, Sender: n.Sender, Kind: OfTeam,
		Key: string(OfTeam) + "/" + string(n.What) + "/" + n.Key, Text: teamWords(n).Text, Path: n.Path,
	})
}

// teamWords returns the text of team news.
func teamWords(n TeamNews) sentence.Sentence {
	switch n.What {
	case TeamAsked:
		return sentence.New("bell.team.asked", "%s would like to join %s.", n.Other, n.Team)
	case TeamAdmitted:
		return sentence.New("bell.team.admitted", "You are now a member of %s.", n.Team)
	case TeamChallenged:
		return sentence.New("bell.team.challenged", "%s has challenged %s to a match.", n.Other, n.Team)
	case TeamAccepted:
		return sentence.New("bell.team.accepted", "%s has accepted the challenge of %s. Please choose your line-up.", n.Other, n.Team)
	case TeamLinedUp:
		return sentence.New("bell.team.linedUp", "You play on board %d for %s against %s. The match begins %s.",
			n.Board, n.Team, n.Other, sentence.Moment(n.At))
	}
	return sentence.New("bell.team.begins", "Your team match has begun. You play on board %d for %s against %s.", n.Board, n.Team, n.Other)
}
