package gtp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/game/record/ruletext"
)

// option returns the value of an option in a rules id such as
// "weiqi:komi=7.5,score=area".
func option(id, key string) (string, bool) {
	_, params, _ := strings.Cut(id, ":")
	for part := range strings.SplitSeq(params, ",") {
		if k, v, ok := strings.Cut(part, "="); ok && k == key {
			return v, true
		}
	}
	return "", false
}

// withOption returns the rules id with an option set.
func withOption(id, key, value string) string {
	name, params, _ := strings.Cut(id, ":")
	var parts []string
	if params != "" {
		parts = strings.Split(params, ",")
	}
	text := key + "=" + value
	i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, key+"=") })
	if i < 0 {
		parts = append(parts, text)
	} else {
		parts[i] = text
	}
	return name + ":" + strings.Join(parts, ",")
}

// KomiOf returns the komi of a rules id; ok is false for games without one.
func KomiOf(id string) (komi float64, ok bool) {
	text, ok := option(id, "komi")
	if !ok {
		return 0, false
	}
	komi, err := strconv.ParseFloat(text, 64)
	return komi, err == nil
}

// change sets options of the rules during the game, each given as "name=value".
// On failure, as when a move of the game is illegal by the new rules, it changes
// nothing.
func (s *session) change(options ...string) error {
	id, err := WithOptions(s.rules.ID(), options...)
	if err != nil {
		return err
	}
	return s.useRules(id)
}

func (s *session) useRules(id string) error {
	r, err := s.cfg.Rules(id)
	if err != nil {
		return err
	}
	pos, err := s.replay(r, s.events)
	if err != nil {
		return fmt.Errorf("the game so far does not fit these rules: %w", err)
	}
	s.rules, s.pos = r, pos
	return nil
}

// resetBonus sets the rules' komi to the client's plus White's points for
// handicap stones, as nearly as the rules allow.
func (s *session) resetBonus() error {
	if _, ok := KomiOf(s.rules.ID()); !ok {
		return nil
	}
	return s.change("komi=" + strconv.FormatFloat(sameWinner(s.totalKomi()), 'g', -1, 64))
}

// totalKomi is the client's komi plus the bonus.
func (s *session) totalKomi() float64 {
	return s.komi + Bonus(s.bonus, s.free)
}

// sameWinner returns the komi in halves, as the rules require, with which every
// game has the same winner as with the given one: points are whole, so all komi
// between two whole numbers are equivalent.
func sameWinner(komi float64) float64 {
	if komi*2 == math.Trunc(komi*2) {
		return komi
	}
	return math.Floor(komi) + 0.5
}

// withKomi corrects a score to the client's komi, for which the rules may have
// an equivalent one.
func (s *session) withKomi(score game.Score) game.Score {
	if _, ok := KomiOf(s.rules.ID()); ok {
		total := s.totalKomi()
		score.White += total - score.Komi
		score.Komi = total
	}
	return score
}

func komi(c *call) (string, error) {
	if len(c.args) == 0 {
		return "", errSyntax
	}
	value, err := strconv.ParseFloat(c.args[0], 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return "", errSyntax
	}
	return "", c.setKomi(value)
}

// setKomi sets the client's komi, or leaves it unchanged.
func (s *session) setKomi(value float64) error {
	old := s.komi
	s.komi = value
	err := s.resetBonus()
	if err != nil {
		s.komi = old
	}
	return err
}

func getKomi(c *call) (string, error) { return strconv.FormatFloat(c.komi, 'g', -1, 64), nil }

// moyoRules returns the id of the rules, or sets them and begins again.
func moyoRules(c *call) (string, error) {
	if len(c.args) == 0 {
		return c.rules.ID(), nil
	}
	r, err := c.cfg.Rules(strings.Join(c.args, " "))
	if err != nil {
		return "", err
	}
	if err := c.start(c.board, r); err != nil {
		return "", err
	}
	c.forget(r)
	return "", nil
}

// forget sets what the client can set beside the rules to what is usual under r.
func (s *session) forget(r game.Rules) {
	s.komi, _ = KomiOf(r.ID())
	s.bonus, s.stands, s.taxed = "0", false, false // an id includes none of them
}

// optionsOf returns the options of a rules id for k.
func optionsOf(k ruletext.Rules) ([]string, error) {
	switch {
	case k.Ko == ruletext.Spight:
		return nil, fmt.Errorf("ko %q is not supported", k.Ko)
	case k.Tax == ruletext.GroupTax:
		return nil, fmt.Errorf("tax %q is not supported", k.Tax)
	case k.HasButton:
		return nil, errors.New("a button is not supported")
	}
	return k.Options(), nil
}

// setKataRules sets the rules to those of a text, or changes nothing.
func (s *session) setKataRules(t ruletext.Text) error {
	k := t.Rules
	options, err := optionsOf(k)
	if err != nil {
		return err
	}
	fresh := *s
	if err := fresh.change(options...); err != nil {
		return err
	}
	fresh.bonus, fresh.stands, fresh.taxed = k.HandicapBonus, !k.FriendlyPassOk, k.Tax == ruletext.SekiTax
	if komi, err := strconv.ParseFloat(t.Komi, 64); err == nil {
		fresh.komi = komi
	}
	if err := fresh.resetBonus(); err != nil {
		return err
	}
	*s = fresh
	return nil
}

// kataRules returns the current rules.
func (s *session) kataRules() (ruletext.Rules, error) {
	k, err := kataRulesOf(s.rules.ID(), s.bonus)
	k.FriendlyPassOk = !s.stands
	if s.taxed {
		k.Tax = ruletext.SekiTax
	}
	return k, err
}

// kataRulesOf returns the rules of an id in KataGo's form; dead stones may
// stay, as an id does not specify that.
func kataRulesOf(id, bonus string) (ruletext.Rules, error) {
	ko, ok1 := option(id, "ko")
	score, ok2 := option(id, "score")
	suicide, ok3 := option(id, "suicide")
	if !ok1 || !ok2 || !ok3 {
		return ruletext.Rules{}, errOption
	}
	return ruletext.Rules{
		Ko: strings.ToUpper(ko), Scoring: strings.ToUpper(score), Tax: ruletext.NoTax,
		Suicide: suicide == "yes", HandicapBonus: bonus, FriendlyPassOk: true,
	}, nil
}

func kataGetRules(c *call) (string, error) {
	k, err := c.kataRules()
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(k)
	return string(text), err
}

// kataSetRules takes a name, a JSON object, or KataGo's word for the parts; see [ruletext.Read].
func kataSetRules(c *call) (string, error) {
	t, err := ruletext.Read(strings.Join(c.args, " "))
	if err != nil {
		return "", err
	}
	return "", c.setKataRules(t)
}

// kataSetRule changes one of the rules.
func kataSetRule(c *call) (string, error) {
	if len(c.args) != 2 {
		return "", errSyntax
	}
	k, err := c.kataRules()
	if err != nil {
		return "", err
	}
	t := ruletext.Text{Rules: k}
	if err := t.Set(c.args[0], c.args[1]); err != nil {
		return "", err
	}
	return "", c.setKataRules(t)
}

// kgsRules takes the names of rules that KGS uses.
func kgsRules(c *call) (string, error) {
	if len(c.args) != 1 {
		return "", errSyntax
	}
	t, err := ruletext.ReadServers(c.args[0])
	if err != nil {
		return "", err
	}
	return "", c.setKataRules(t)
}
