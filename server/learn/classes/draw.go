package classes

import "math/rand/v2"

// draws is the number of random pairings that are compared.
const draws = 300

// draw splits pupils into pairs, Black first, so that few meet again and different pupils are left over. odd is the one left over,
// or "".
func draw(pupils []string, past []task, dice *rand.Rand) (pairs [][2]string, odd string) {
	met, black, left := map[[2]string]int{}, map[string]int{}, map[string]int{}
	for _, t := range past {
		for _, p := range t.Pairs {
			if p.Engine != "" {
				left[p.Black+p.White]++
				continue
			}
			met[[2]string{p.Black, p.White}]++
			met[[2]string{p.White, p.Black}]++
			black[p.Black]++
		}
		for _, p := range t.Pauses {
			left[p]++
		}
	}
	order := append([]string{}, pupils...)
	best := -1
	for range draws {
		dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		last, cost := "", 0
		var drawn [][2]string
		for i := 0; i+1 < len(order); i += 2 {
			p := [2]string{order[i], order[i+1]}
			if black[p[0]] > black[p[1]] {
				p[0], p[1] = p[1], p[0]
			}
			cost += met[p] * met[p]
			drawn = append(drawn, p)
		}
		if len(order)%2 == 1 {
			last = order[len(order)-1]
			cost += 2 * left[last] * left[last]
		}
		if best < 0 || cost < best {
			best, pairs, odd = cost, drawn, last
		}
		if best == 0 {
			break
		}
	}
	return pairs, odd
}
