package trainer

import (
	"cmp"
	"slices"
	"time"

	"moyo/contest/rating"
)

// Attempt is one attempt at a problem, for statistics.
type Attempt struct {
	Problem string
	At      time.Time
	Right   bool
	Rated   bool          // whether it changed the rating
	After   rating.Rating // of the person, afterwards
	Level   string        // of the problem, "" for none
	Tags    []string
}

// Share counts attempts of one kind.
type Share struct {
	Name   string
	Tried  int
	Solved int
}

// Day counts the attempts of one day.
type Day struct {
	Day    time.Time // its midnight
	Tried  int
	Solved int
}

// Sample is the rating at some time.
type Sample struct {
	At     time.Time
	Rating rating.Rating
}

// Statistics summarizes the attempts of a person.
type Statistics struct {
	Tried, Solved int
	Streak        int // current number of problems solved in a row
	Best          int // the longest streak
	History       []Sample
	Tags          []Share // the most tried first
	Levels        []Share // in the order of levels
	Days          []Day   // days with attempts, in order
}

// maxSamples is the most points in the history of a rating.
const maxSamples = 200

// Summarise returns the statistics of attempts in chronological order. levels are all levels in
// their order; days are those of the place.
func Summarise(attempts []Attempt, levels []string, place *time.Location) Statistics {
	s := Statistics{}
	tags, byLevel := map[string]*Share{}, map[string]*Share{}
	for i := range attempts {
		a := &attempts[i]
		s.Tried++
		s.Streak++
		if !a.Right {
			s.Streak = 0
		} else {
			s.Solved++
		}
		s.Best = max(s.Best, s.Streak)
		if a.Rated {
			s.History = append(s.History, Sample{a.At, a.After})
		}
		for _, tag := range a.Tags {
			count(tags, tag, a.Right)
		}
		if a.Level != "" {
			count(byLevel, a.Level, a.Right)
		}
		s.countDay(a, place)
	}
	s.History = thinned(s.History)
	for _, share := range tags {
		s.Tags = append(s.Tags, *share)
	}
	slices.SortFunc(s.Tags, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Tried, a.Tried), cmp.Compare(a.Name, b.Name))
	})
	for _, level := range levels {
		if share := byLevel[level]; share != nil {
			s.Levels = append(s.Levels, *share)
		}
	}
	return s
}

func count(shares map[string]*Share, name string, right bool) {
	share := shares[name]
	if share == nil {
		share = &Share{Name: name}
		shares[name] = share
	}
	share.Tried++
	if right {
		share.Solved++
	}
}

func (s *Statistics) countDay(a *Attempt, place *time.Location) {
	year, month, date := a.At.In(place).Date()
	midnight := time.Date(year, month, date, 0, 0, 0, 0, place)
	if n := len(s.Days); n == 0 || !s.Days[n-1].Day.Equal(midnight) {
		s.Days = append(s.Days, Day{Day: midnight})
	}
	day := &s.Days[len(s.Days)-1]
	day.Tried++
	if a.Right {
		day.Solved++
	}
}

// thinned returns at most maxSamples of a history, evenly, including the last.
func thinned(history []Sample) []Sample {
	n := len(history)
	if n <= maxSamples {
		return history
	}
	out := make([]Sample, maxSamples)
	for i := range out {
		out[i] = history[(i+1)*n/maxSamples-1]
	}
	return out
}
