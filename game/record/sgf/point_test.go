package sgf

import (
	"strings"
	"testing"
)

// pointByHand returns the meaning of two letters on a grid of w by h points, following the text of
// FF[4] and FF[3]. a to z are 0 to 25, A to Z are 26 to 51. If neither side needs capitals they mean
// the same as small letters. "tt" is a pass up to 19x19. ok is false for an invalid point.
func pointByHand(w, h int, text string) (p int, ok bool) {
	if w <= 26 && h <= 26 {
		text = strings.ToLower(text)
	}
	if text == "tt" && w <= 19 && h <= 19 {
		return Pass, true
	}
	number := func(c byte) int {
		if c >= 'a' {
			return int(c - 'a')
		}
		return int(c-'A') + 26
	}
	x, y := number(text[0]), number(text[1])
	return y*w + x, x < w && y < h
}

// TestPointsOfAllSizes reads all pairs of letters on boards at and around the sizes where their
// meaning changes, also if only one side passes such a size.
func TestPointsOfAllSizes(t *testing.T) {
	sizes := []int{1, 18, 19, 20, 25, 26, 27, 51, 52}
	for _, w := range sizes {
		for _, h := range sizes {
			b := Grid(w, h)
			for i := range letters {
				for j := range letters {
					text := letters[i:][:1] + letters[j:][:1]
					want, ok := pointByHand(w, h, text)
					got, err := b.Point(text)
					if (err == nil) != ok || ok && got != want {
						t.Fatalf("%dx%d: %s is %d, %v; want %d, %v", w, h, text, got, err, want, ok)
					}
					stone, err := b.stone(text)
					if pass := ok && want == Pass; (err == nil) != (ok && !pass) || err == nil && stone != want {
						t.Fatalf("%dx%d: a stone on %s: %d, %v; want %d, %v", w, h, text, stone, err, want, ok)
					}
				}
			}
		}
	}
}

// TestPassByName: names of points on other boards have their plain meaning, including "tt".
func TestPassByName(t *testing.T) {
	b := Board{Spec: "id:abc", Name: func(int) string { return "tt" }, Lookup: func(s string) (int, bool) { return 7, s == "tt" }}
	if p, err := b.Point("tt"); p != 7 || err != nil {
		t.Errorf("the point tt is %d, %v", p, err)
	}
	if p, err := b.Point(" "); p != Pass || err != nil {
		t.Errorf("nothing is %d, %v, want a pass", p, err)
	}
}
