package trainer

import (
	"reflect"
	"testing"
	"time"

	"moyo/contest/rating"
)

func TestSummarise(t *testing.T) {
	east := time.FixedZone("east", 13*3600) // noon in UTC is already the next day
	got := Summarise([]Attempt{
		{At: noon, Right: true, Rated: true, After: rating.Rating{Points: 1510}, Level: "20k", Tags: []string{"ko", "corner"}},
		{At: noon.Add(time.Hour), Right: true, Level: "10k", Tags: []string{"ko"}},
		{At: noon.Add(25 * time.Hour), Right: false, Rated: true, After: rating.Rating{Points: 1490}, Level: "20k"},
		{At: noon.Add(26 * time.Hour), Right: true},
	}, []string{"30k", "20k", "10k"}, east)
	midnight := time.Date(2026, 7, 2, 0, 0, 0, 0, east)
	want := Statistics{
		Tried: 4, Solved: 3, Streak: 1, Best: 2,
		History: []Sample{{noon, rating.Rating{Points: 1510}}, {noon.Add(25 * time.Hour), rating.Rating{Points: 1490}}},
		Tags:    []Share{{"ko", 2, 2}, {"corner", 1, 1}},
		Levels:  []Share{{"20k", 2, 1}, {"10k", 1, 1}},
		Days:    []Day{{midnight, 2, 2}, {midnight.AddDate(0, 0, 1), 2, 1}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf(" got %+v\nwant %+v", got, want)
	}
}

func TestLongHistories(t *testing.T) {
	var attempts []Attempt
	for i := range 1234 {
		attempts = append(attempts, Attempt{At: noon.Add(time.Duration(i) * time.Minute), Rated: true, After: rating.Rating{Points: float64(i)}})
	}
	h := Summarise(attempts, nil, time.UTC).History
	if len(h) != maxSamples || h[len(h)-1].Rating.Points != 1233 {
		t.Fatalf("%d samples, the last %+v", len(h), h[len(h)-1])
	}
	for i := range h[1:] {
		if d := h[i+1].Rating.Points - h[i].Rating.Points; d < 6 || d > 7 {
			t.Fatalf("samples %d and %d are %g apart", i, i+1, d)
		}
	}
}
