package board_test

import (
	"strings"
	"testing"

	"moyo/board"
)

func TestColumnNames(t *testing.T) {
	for x, want := range map[int]string{0: "A", 7: "H", 8: "J", 24: "Z", 25: "AA", 33: "AJ", 649: "ZZ", 650: "AAA"} {
		if got := board.ColumnName(x); got != want {
			t.Errorf("column %d is %s, want %s", x, got, want)
		}
	}
}

func TestStars(t *testing.T) {
	for spec, want := range map[string]string{
		"grid:4":    "",
		"grid:5":    "C3",
		"grid:7":    "C5 E5 D4 C3 E3",
		"grid:8":    "C6 F6 C3 F3",
		"grid:9":    "C7 G7 E5 C3 G3",
		"grid:13":   "D10 K10 G7 D4 K4",
		"grid:15":   "D12 M12 H8 D4 M4",
		"grid:17":   "D14 J14 O14 D9 J9 O9 D4 J4 O4",
		"grid:19":   "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4",
		"grid:13x9": "D7 K7 G5 D3 K3",
		"torus:9x9": "",
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range b.Stars() {
			names = append(names, b.Name(p))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: star points %s, want %s", spec, got, want)
		}
	}
}
