package rating

import (
	"testing"

	"moyo/board"
	"moyo/game/clock"
)

func TestClassOf(t *testing.T) {
	for spec, want := range map[string]Class{
		"grid:9": Class9, "grid:13": Class13, "grid:19": Class19, "grid:9x9": Class9,
		"grid:15": ClassFlat, "grid:13x9": ClassFlat, "grid:7x6": ClassFlat,
		"hex:6": ClassFlat, "honeycomb:5": ClassFlat, "circle:4x16": ClassFlat,
		"torus:9x9": ClassSolid, "torus:19x19": ClassSolid, "cylinder:12x7": ClassSolid,
		"sphere:12x8": ClassSolid, "cube:5": ClassSolid, "box:4x4x4": ClassSolid,
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := ClassOf(b); got != want {
			t.Errorf("%s is %q, want %q", spec, got, want)
		}
	}
}

func TestPools(t *testing.T) {
	for _, c := range []struct {
		game  string
		class Class
		speed clock.Speed
		want  Pool
	}{
		{"weiqi", Class9, clock.SpeedBlitz, "weiqi/9x9/blitz"},
		{"weiqi", ClassSolid, clock.SpeedCorrespondence, "weiqi/solid/correspondence"},
		{"gomoku", ClassFlat, clock.SpeedRapid, "gomoku"},
		{"atari-go", Class9, clock.SpeedBlitz, "atari-go"},
	} {
		got := PoolOf(c.game, c.class, c.speed)
		if got != c.want {
			t.Errorf("%v: %q", c, got)
		}
		game, class, speed := got.Parts()
		if game != c.game || PoolOf(game, class, speed) != got {
			t.Errorf("%q is of %q, %q, %q", got, game, class, speed)
		}
	}
	if all := Pools("weiqi"); len(all) != 20 || all[0] != "weiqi/9x9/blitz" || all[19] != "weiqi/solid/correspondence" {
		t.Errorf("%d pools: %v", len(all), all)
	}
	if all := Pools("pente"); len(all) != 1 || all[0] != "pente" {
		t.Errorf("%v", all)
	}
}
