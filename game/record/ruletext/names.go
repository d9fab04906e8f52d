package ruletext

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// sets are the named sets of KataGo, by its names (docs/GTP_Extensions.md there). In all of them except Tromp-Taylor's the
// players may leave dead stones, which are removed for scoring.
var sets = map[string]Rules{
	"tromp-taylor":      {Ko: Positional, Scoring: Area, Tax: NoTax, Suicide: true, HandicapBonus: "0"},
	"chinese":           {Ko: Simple, Scoring: Area, Tax: NoTax, HandicapBonus: "N", FriendlyPassOk: true},
	"chinese-ogs":       {Ko: Positional, Scoring: Area, Tax: NoTax, HandicapBonus: "N", FriendlyPassOk: true},
	"chinese-kgs":       {Ko: Positional, Scoring: Area, Tax: NoTax, HandicapBonus: "N", FriendlyPassOk: true},
	"japanese":          {Ko: Simple, Scoring: Territory, Tax: SekiTax, HandicapBonus: "0", FriendlyPassOk: true},
	"korean":            {Ko: Simple, Scoring: Territory, Tax: SekiTax, HandicapBonus: "0", FriendlyPassOk: true},
	"stone-scoring":     {Ko: Simple, Scoring: Area, Tax: GroupTax, HandicapBonus: "0", FriendlyPassOk: true},
	"ancient-territory": {Ko: Simple, Scoring: Territory, Tax: GroupTax, HandicapBonus: "0", FriendlyPassOk: true},
	"aga":               {Ko: Situational, Scoring: Area, Tax: NoTax, HandicapBonus: "N-1", FriendlyPassOk: true},
	"aga-button":        {Ko: Situational, Scoring: Area, Tax: NoTax, HasButton: true, HandicapBonus: "N-1", FriendlyPassOk: true},
	"new-zealand":       {Ko: Situational, Scoring: Area, Tax: NoTax, Suicide: true, HandicapBonus: "0", FriendlyPassOk: true},
	"ing":               {Ko: Positional, Scoring: Area, Tax: NoTax, Suicide: true, HandicapBonus: "0", FriendlyPassOk: true},
}

// known are the names in use, by set and folded by [fold]. The sources are FF[4] (RU), KataGo's
// documentation and parser of rules, records of OGS, KGS, PandaNet, Fox and Tygem, and the common names in each language.
var known = map[string][]string{
	"tromp-taylor": {"tromptaylor", "tt", "logical", "tromp", "cgos", "tromptaylorarea"},
	"chinese": {
		"chinese", "cn", "chn", "china", "chinesearea", "area", "areascoring", "cwa", "chineseweiqiassociation",
		"中国", "中國", "中国大陆", "中國大陸", "中国数子", "数子", "數子", "数子法", "數子法", "数子规则", "子空皆地", "中国围棋协会", "중국", "중국식",
	},
	"chinese-ogs": {"chineseogs", "ogschinese"},
	"chinese-kgs": {"chinesekgs", "kgschinese", "chinesesuperko"},
	"japanese": {
		"japanese", "jp", "jpn", "japan", "nihonkiin", "japaneseterritory", "territory", "territoryscoring",
		"日本", "日式", "日本棋院", "日本围棋", "数目", "數目", "数目法", "數目法", "比目", "比目法", "日韩", "日韓", "일본", "일본식", "일본기원",
	},
	"korean": {
		"korean", "kr", "kor", "korea", "kba", "koreanbadukassociation",
		"韩国", "韓國", "韓国", "韩式", "韓式", "韩国棋院", "韓國棋院", "한국", "한국식", "한국기원",
	},
	"stone-scoring": {"stonescoring", "stone", "ancientarea", "ancient", "ancientchinese", "中国古代", "中國古代", "中国古棋", "还棋头", "還棋頭"},
	"ancient-territory": {
		"ancientterritory", "ancientjapanese",
	},
	"aga": {
		"aga", "bga", "ffg", "french", "american", "british", "us", "usa", "uk", "usgo", "americangoassociation", "britishgoassociation",
		"美国", "美國", "アメリカ", "미국",
	},
	"aga-button":  {"agabutton", "button", "buttongo", "americanbutton"},
	"new-zealand": {"newzealand", "nz", "nzgs", "newzealandgosociety", "新西兰", "新西蘭", "紐西蘭", "ニュージーランド", "뉴질랜드"},
	"ing": {
		"ing", "goe", "inggoe", "ings", "sst", "ingsst", "ingssst", "simplifieding",
		"应氏", "應氏", "应氏计点", "應氏計點", "应氏计点制", "應氏計點制", "计点制", "計點制", "计点", "計點", "応氏", "台湾", "台灣", "응씨", "응창기",
	},
}

// setOf is known the other way round.
var setOf = func() map[string]string {
	of := map[string]string{}
	for set, names := range known {
		for _, name := range names {
			of[name] = set
		}
	}
	return of
}()

// suffixes may follow a name, as in "Chinese rules".
var suffixes = []string{
	"rules", "rule", "ruleset", "scoring", "规则", "規則", "規約", "围棋", "圍棋", "囲碁", "ルール", "制", "룰", "규칙", "바둑",
}

// addition is what may follow a name and says nothing about it: a year, a version, or the komi.
var addition = regexp.MustCompile(`(?i)[\s,，;；(（]*(?:黑?[贴貼]|komi|덤|コミ|v?[0-9０-９]).*$`)

// nameOf returns the set that a text names, "" if it names none, and the words that follow the name after a sign, as in
// "Chinese, without superko".
func nameOf(text string) (set, rest string) {
	if set := setNamed(addition.ReplaceAllString(text, "")); set != "" {
		return set, ""
	}
	if i := strings.IndexAny(text, ",;:(/[（，：；、【"); i > 0 {
		if set := setNamed(text[:i]); set != "" {
			return set, strings.TrimSpace(strings.Trim(text[i:], ",;:()/[]（），：；、【】"))
		}
	}
	return "", ""
}

// setNamed returns the set with a name, which more general words may follow, or "".
func setNamed(text string) string {
	for name := fold(text); name != ""; {
		if set, ok := setOf[name]; ok {
			return set
		}
		shorter := strings.TrimPrefix(name, "the")
		for _, s := range suffixes {
			shorter = strings.TrimSuffix(shorter, s)
		}
		if shorter == name {
			break
		}
		name = shorter
	}
	return ""
}

// fold returns the letters and digits of a text, in lower case and in ordinary width.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, width.Fold.String(text))
}
