package chart_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"moyo/contest/arena/chart"
)

// TestCourses keeps the names beside the curves apart and inside the picture.
func TestCourses(t *testing.T) {
	labels := regexp.MustCompile(`<text class="label"[^>]* y="([0-9.-]+)">`)
	for _, ends := range [][]float64{{0, 0, 0, 0, 0, 0, 0, 0}, {-500, -500, -500, -499, 500, 500, 500, 501}, {3, 2, 1}, {-300, -300}} {
		var list []chart.Course
		for i, end := range ends {
			list = append(list, chart.Course{Name: fmt.Sprintf("<%d>", i), Elo: [][2]float64{{1, 0}, {9, end}}})
		}
		text := string(chart.Courses(list))
		var at []float64
		for _, m := range labels.FindAllStringSubmatch(text, -1) {
			y, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, y)
		}
		if len(at) != len(ends) || at[0] < 0 || at[len(at)-1] > 300 || strings.Contains(text, "<0>") {
			t.Fatalf("ends %v: names at %v in %s", ends, at, text)
		}
		for i := range at[1:] {
			if at[i+1]-at[i] < 15.9 {
				t.Errorf("ends %v: names at %v", ends, at)
			}
		}
	}
	if got := chart.Courses([]chart.Course{{Name: "a", Elo: [][2]float64{{1, 0}}}}); got != "" {
		t.Errorf("one point is drawn: %s", got)
	}
	if got := string(chart.Courses(make([]chart.Course, 20))); got != "" {
		t.Errorf("nothing is drawn: %s", got)
	}
}
