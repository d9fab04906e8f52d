package weiqi

import "moyo/game"

// Score counts the position with the stones on the given points removed as dead; they become
// prisoners. An empty region belongs to a side if it touches stones of that side only.
//
// Area: a side has its living stones and its regions. Territory: its regions and its captures.
// Points count in seki too, because the rules have no other seki than what the players leave on the
// board. White's total includes the komi.
func (p *Position) Score(dead []game.Point) game.Score {
	stones := append([]game.Color(nil), p.stones...)
	score := game.Score{Method: p.rules.Scoring.String(), Owner: stones, Komi: p.rules.Komi}
	for _, side := range []game.Color{game.Black, game.White} {
		score.Prisoners[side] = p.captures[side]
	}
	for _, pt := range dead {
		if pt >= 0 && int(pt) < len(stones) && stones[pt] != game.Empty {
			score.Prisoners[stones[pt].Other()]++
			stones[pt] = game.Empty
		}
	}
	for _, c := range stones {
		score.Stones[c]++
	}
	score.Stones[game.Empty] = 0
	p.fillRegions(stones, &score)

	score.Black = float64(score.Territory[game.Black])
	score.White = float64(score.Territory[game.White]) + p.rules.Komi
	counted := score.Stones
	if p.rules.Scoring == Territory {
		counted = score.Prisoners
	}
	score.Black += float64(counted[game.Black])
	score.White += float64(counted[game.White])
	return score
}

// fillRegions assigns each empty region in owner to the only side that touches it.
func (p *Position) fillRegions(owner []game.Color, score *game.Score) {
	met := make([]bool, len(owner))
	var region []game.Point
	for i := range owner {
		if owner[i] != game.Empty || met[i] {
			continue
		}
		met[i] = true
		region = append(region[:0], game.Point(i))
		touch := game.Empty
		shared := false
		for k := 0; k < len(region); k++ {
			for _, q := range p.b.Neighbors(region[k]) {
				switch c := owner[q]; {
				case c == game.Empty:
					if !met[q] {
						met[q] = true
						region = append(region, q)
					}
				case touch == game.Empty:
					touch = c
				default:
					shared = shared || c != touch
				}
			}
		}
		if touch == game.Empty || shared {
			continue
		}
		score.Territory[touch] += len(region)
		for _, q := range region { // no other region touches this one
			owner[q] = touch
		}
	}
}
