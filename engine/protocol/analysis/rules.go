package analysis

import (
	"strconv"
	"strings"

	"moyo/engine/protocol/gtp"
	"moyo/game"
	"moyo/game/record/ruletext"
)

// readRules reads the rules: KataGo's names and objects for Go or, beyond KataGo, the id of any game in "game". Go by KataGo's
// rules has komi and White's points for handicap stones.
func (s *server) readRules(d *decoder, q *query) {
	if d.fault != nil {
		return
	}
	id := s.cfg.Go
	if d.has("game") {
		text, ok := d.text("game")
		r, err := s.cfg.Rules(text)
		if !ok || err != nil {
			d.fail("game", "Could not parse game: %s", clip(string(d.fields["game"])))
			return
		}
		id = r.ID()
	}
	bonus := "0"
	if _, isGame := d.fields["game"]; !isGame || d.has("rules") {
		t := readRuleset(d, q)
		if d.fault != nil {
			return
		}
		changed, err := gtp.WithOptions(id, t.Options()...)
		if err != nil {
			d.fail("rules", "This game has no such rules")
			return
		}
		id, bonus = withKomi(changed, defaultKomi(t)), t.HandicapBonus
	}
	s.makeRules(d, q, id, readKomi(d, id), readBonus(d, bonus))
}

// readRuleset reads "rules". As in KataGo, the nearest rules replace those that no game has, with a warning.
func readRuleset(d *decoder, q *query) ruletext.Text {
	const text = `Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with detailed rules parameters.`
	raw := d.fields["rules"]
	name, isText := d.text("rules")
	if !isText {
		if name = string(raw); !strings.HasPrefix(name, "{") {
			d.fail("rules", text)
			return ruletext.Text{}
		}
	}
	t, err := ruletext.Read(name)
	if err != nil {
		d.fail("rules", "Could not parse rules: %s", clip(name))
	} else if parts := t.Unplayed(); len(parts) > 0 {
		q.warn("rules", "Rules %s not supported (%s), using the nearest instead", t.Word(), strings.Join(parts, "; "))
	}
	return t
}

// defaultKomi returns the komi of a query without one: that of the rules' text, or KataGo's.
func defaultKomi(t ruletext.Text) float64 {
	komi, err := strconv.ParseFloat(t.Komi, 64)
	switch {
	case err == nil:
		return komi
	case t.Scoring == ruletext.Territory:
		return 6.5
	case t.HasButton:
		return 7
	}
	return 7.5
}

// withKomi returns a rules id with a komi, or the same id for games without.
func withKomi(id string, komi float64) string {
	if changed, err := gtp.WithOptions(id, "komi="+strconv.FormatFloat(komi, 'f', -1, 64)); err == nil {
		return changed
	}
	return id
}

// readKomi reads "komi", by default that of the rules.
func readKomi(d *decoder, id string) float64 {
	const text = "Must be a integer or half-integer from -400.0 to 400.0"
	komi, _ := gtp.KomiOf(id)
	d.number("komi", -maxKomi, maxKomi, text, &komi)
	if komi*2 != float64(int64(komi*2)) {
		d.fail("komi", text)
	}
	return komi
}

// readBonus reads "whiteHandicapBonus", by default that of the rules.
func readBonus(d *decoder, bonus string) string {
	if !d.has("whiteHandicapBonus") {
		return bonus
	}
	text, ok := d.text("whiteHandicapBonus")
	switch {
	case !ok:
		d.fail("whiteHandicapBonus", "Must be a string")
	case text != "0" && text != "N" && text != "N-1":
		d.fail("whiteHandicapBonus", "Invalid whiteHandicapBonus rule: %s", clip(text))
	}
	return text
}

// makeRules makes the rules of an id with komi and bonus, where the game has komi.
func (s *server) makeRules(d *decoder, q *query, id string, komi float64, bonus string) {
	if d.fault != nil {
		return
	}
	if _, ok := gtp.KomiOf(id); ok {
		id = withKomi(id, komi+gtp.Bonus(bonus, handicap(q.stones, q.moves)))
	} else if d.has("komi") {
		q.warn("komi", "This game has no komi")
	}
	if r, ok := s.rules[id]; ok {
		q.rules = r
		return
	}
	r, err := s.cfg.Rules(id)
	if err != nil {
		d.fail("komi", "%s", clip(err.Error()))
		return
	}
	if len(s.rules) >= maxRules {
		s.rules = map[string]game.Rules{}
	}
	s.rules[id], q.rules = r, r
}
