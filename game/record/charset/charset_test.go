package charset

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// texts are typical texts of records, by the usual charset of the country's programs.
var texts = map[*Charset][]string{
	GB18030: {"柯洁", "古力 九段", "聂卫平", "芈昱廷", "黑中盘胜", "野狐围棋", "中国围棋甲级联赛第三轮", "这里应该先手打吃，再粘上。",
		"白棋的大龙死了！", "陈耀烨", "業餘五段 張三", "猜先 黑贴3又3/4子", "弈城围棋网", "连笑 vs 檀啸", "让先",
		"范蕴若", "党毅飞", "於之莹", "甘思阳", "屠晓宇", "丁浩 九段 执黑", "第21届农心杯三国擂台赛", "杭州", "腾讯", "骊龙", "黑𠮷胜", "共128手，黑四分之三子胜"},
	Big5: {"周俊勳", "王立誠 九段", "林海峰", "張栩", "黑中盤勝", "圍棋對局", "這裡應該先手，再接上。", "白棋的大龍死了", "許皓鋐", "功夫很好", "台灣圍棋天元賽",
		"陳詩淵", "蕭正浩", "夏大銘", "紅面棋王", "海峰棋院", "第三屆", "白十二目半勝", "尼", "許"},
	ShiftJIS: {"井山裕太", "武宮正樹九段", "趙治勲", "黒中押し勝ち", "第五十期名人戦", "ここは先手です。", "白の勝ち", "囲碁クエスト", "二子局", "この手は悪手で、黒が良くなりました", "依田紀基", "一力遼", "ソフト",
		"許家元", "芝野虎丸", "藤沢里菜", "張豊猷", "志田達哉", "関西棋院", "三目半", "十段戦", "予想図", "能"},
	EUCJP: {"井山裕太", "武宮正樹九段", "黒中押し勝ち", "ここは先手です。", "この手は悪手で、黒が良くなりました", "囲碁クエスト"},
	EUCKR: {"이세돌", "이창호 9단", "박정환", "신진서", "흑 불계승", "한국바둑리그", "여기서 백이 끊었습니다.", "조훈현", "타이젬", "오로바둑", "최철한 九단", "아마 5단",
		"김지석", "변상일", "강동윤", "원성진", "안성준", "목진석", "제5국", "덤 6집반", "꽃놀이패", "왕위전"},
	Latin1: {"Müller", "François Élisée", "Jörg Straße", "Göteborg", "São Paulo", "Café — “go”", "naïve", "Ångström 2 dan", "José Olivares",
		"Bjørn Hærland", "Zürich", "Nürnberg 2003", "½ point", "25 °C", "¿Qué?", "Überraschung über Überraschung", "Ça, c'est l'été"},
}

// TestGuess reads texts with a missing, a wrong and a correct declaration.
func TestGuess(t *testing.T) {
	wrong, all := 0, 0
	for charset, list := range texts {
		for _, text := range list {
			raw, err := charset.Encode(text)
			if err != nil {
				t.Errorf("%s: %v", charset.Name(), err)
				continue
			}
			for _, c := range []struct{ declared, why string }{
				{"", "no name"}, {charset.Name(), "its name"}, {"UTF-8", "wrongly UTF-8"}, {"nonsense", "no charset"},
			} {
				all++
				got := Guess("(;PB["+raw+"]BR[9d];B[pd];W[dp])", c.declared)
				if decoded := got.Decode(raw); decoded != text {
					wrong++
					t.Logf("%s under %s: %s as %s in %s", charset.Name(), c.why, text, decoded, got.Name())
					if c.declared == charset.Name() {
						t.Errorf("%s: not read in its declared charset", text)
					}
				}
			}
			if got := Guess("(;PB["+text+"])", charset.Name()); strings.Contains(text, " ") && charset != Latin1 && got != UTF8 {
				t.Errorf("%s in UTF-8 declared as %s is read as %s", text, charset.Name(), got.Name())
			}
		}
	}
	// The wrong ones are short, and valid in the other charset too.
	if wrong > 9 || all < 450 {
		t.Errorf("%d of %d guessed wrong", wrong, all)
	}
}

// TestNames compares spellings that programs use.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"utf-8": "UTF-8", "UTF8": "UTF-8", "US-ASCII": "UTF-8", "ISO8859_1": "ISO-8859-1",
		" gb2312 ": "GB18030", "GBK": "GB18030", "CP936": "GB18030", "big5": "Big5",
		"x-sjis": "Shift_JIS", "Shift-JIS": "Shift_JIS", "MS932": "Shift_JIS", "EUC-JP": "EUC-JP",
		"euckr": "EUC-KR", "ks_c_5601-1987": "EUC-KR", "windows-1251": "Windows 1251",
		"cp1250": "Windows 1250", "KOI8-R": "KOI8-R", "iso-8859-2": "ISO 8859-2", "": "", "klingon": "", "iso-2022-kr": "",
	} {
		got := ""
		if c := ByName(name); c != nil {
			got = c.Name()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for name, raw := range map[string]string{"windows-1251": "\xcf\xf0\xe8\xe2\xe5\xf2", "KOI8-R": "\xf0\xd2\xc9\xd7\xc5\xd4"} {
		c := Guess("(;PB["+raw+"])", name)
		if text := c.Decode(raw); text != "Привет" {
			t.Errorf("%s is read as %s: %q", name, c.Name(), text)
		}
		if back, err := c.Encode("Привет"); back != raw || err != nil {
			t.Errorf("%s: Привет becomes %q, %v", name, back, err)
		}
	}
	if _, err := Latin1.Encode("黒"); err == nil {
		t.Error("a character that ISO-8859-1 lacks was written in it")
	}
}

// TestUTF16 reads texts with and without a byte order mark.
func TestUTF16(t *testing.T) {
	for _, raw := range []string{"\xFF\xFE(\x00;\x00\xD1\x9E", "\xFE\xFF\x00(\x00;\x9E\xD1", "(\x00;\x00\xD1\x9E", "\x00(\x00;\x9E\xD1"} {
		if text, ok := FromUTF16(raw); !ok || text != "(;黑" {
			t.Errorf("%q becomes %q, %v", raw, text, ok)
		}
	}
	for _, raw := range []string{"(;C[黑])", "", "(", "\x00\x00\x00\x00"} {
		if text, ok := FromUTF16(raw); ok || text != raw {
			t.Errorf("%q becomes %q, %v", raw, text, ok)
		}
	}
}

// TestDamaged: UTF-8 with a cut character stays UTF-8.
func TestDamaged(t *testing.T) {
	text := "(;C[" + strings.Repeat("黑棋中盘胜", 20) + "\xe7\x99])"
	for _, declared := range []string{"", "UTF-8", "ISO-8859-1", "gb2312", "windows-1252", "Big5"} {
		if got := Guess(text, declared); got != UTF8 {
			t.Errorf("%q: %s", declared, got.Name())
		}
	}
}

// TestCut: UTF-8 in which a name is cut within a character stays UTF-8, also in a short text.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text     string
		declared []string
	}{
		{"(;GN[]PB[野狐围棋]PW[绝艺\xe6\x98]BR[9段]WR[9段]KM[375]AP[GNU Go:3.8];B[pd])", []string{"", "gb2312", "UTF-8", "Big5", "ISO-8859-1"}},
		{"(;PB[朴廷\xe6]PW[bob]RE[黑中盘胜])", []string{"", "GBK", "UTF-8"}},
		{"(;PB[이세\xeb\x8f]PW[박정환])", []string{"", "EUC-KR", "UTF-8"}},
		{"(;PB[井山裕太\xf0\xa0\xae]PW[bob]", []string{"", "Shift_JIS", "UTF-8"}},
		{"(;PB[柯\xe6\xb4]PW[bob];B[pd])", []string{"UTF-8"}},
		{"(;PB[柯\xe6", []string{"UTF-8"}},
	} {
		for _, declared := range c.declared {
			if got := Guess(c.text, declared); got != UTF8 {
				t.Errorf("%q in %q is read as %s", c.text, declared, got.Name())
			}
		}
	}
}

// TestDeclaredPairs: valid bytes stay in the declared charset of East Asia, also where the second byte is a letter, "\" or "]"
// and the characters are rare or of another country.
func TestDeclaredPairs(t *testing.T) {
	for _, c := range []struct {
		charset *Charset
		text    string
		names   []string
	}{
		{GB18030, "(;GM[1]SZ[19]PB[許誠]PW[陳誠];B[pd];W[dd])", []string{"gb2312", "GBK", "GB18030"}},
		{GB18030, "(;GM[1]SZ[9]PB[誠]PW[明];B[aa]C[誠];W[bb])", []string{"gb2312", "GBK"}},
		{GB18030, "(;GM[1]FF[4]SZ[19]PB[許誠]PW[Ann];B[pd];W[dd])", []string{"gb2312", "GBK"}},
		{GB18030, "(;GM[1]SZ[9]PB[盶]PW[乗]C[盶];B[aa]C[乗];W[bb])", []string{"gb2312", "GBK"}},
		{GB18030, "(;PB[誠])", []string{"GBK"}}, {GB18030, "(;PB[朷]PW[Ann])", []string{"GBK"}}, {GB18030, "(;C[表示 ソフト])", []string{"GBK"}},
		{GB18030, "(;PB[Ann 誠]PW[朷 5d])", []string{"GBK"}}, {GB18030, "(;PB[이세돌]PW[𠮷])", []string{"GB18030"}},
		{Big5, "(;PB[許]PW[Ann])", []string{"Big5", "cp950"}}, {Big5, "(;PB[珝]PW[餐];B[aa])", []string{"Big5"}},
		{Big5, "(;PB[許功蓋]PW[豹])", []string{"Big5"}}, {Big5, "(;PB[慫]PW[慫];C[慫])", []string{"Big5"}},
		{ShiftJIS, "(;PB[ソ]PW[Ann])", []string{"Shift_JIS"}}, {ShiftJIS, "(;PB[十表]PW[弓];B[aa])", []string{"Shift_JIS", "x-sjis"}},
		{ShiftJIS, "(;PB[彌]PW[喀])", []string{"Shift_JIS"}}, {ShiftJIS, "(;PB[ｱｲｳ]PW[Ann])", []string{"Shift_JIS"}},
		{EUCJP, "(;PB[彌]PW[譽])", []string{"EUC-JP"}}, {EUCKR, "(;PB[똠]PW[뷁];C[펲])", []string{"cp949"}},
	} {
		raw, err := c.charset.Encode(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		for _, name := range c.names {
			if got := Guess(raw, name); got.Decode(raw) != c.text {
				t.Errorf("%s in %s is read as %s: %s", c.text, name, got.Name(), got.Decode(raw))
			}
			if got := Guess(c.text, name); got != UTF8 {
				t.Errorf("%s in UTF-8 is read as %s under %s", c.text, got.Name(), name)
			}
		}
	}
	cut, _ := GB18030.Encode("(;PB[誠陳]PW[盶];B[aa])")
	cut = strings.Replace(cut, "\x90]", "]", 1)
	if got := Guess(cut, "GBK"); got != GB18030 {
		t.Errorf("%q, with half of a character, is read as %s", cut, got.Name())
	}
	for _, c := range []struct {
		charset *Charset
		text    string
		name    string
	}{
		{Latin1, "Müller", "GBK"}, {Latin1, "François Élisée", "gb2312"}, {Latin1, "Müller", "Big5"}, {Latin1, "Göteborg", "Shift_JIS"},
		{Big5, "許功蓋，黑中盤勝的對局", "gb2312"},
	} {
		raw, _ := c.charset.Encode(c.text)
		if got := Guess("(;PB["+raw+"];B[pd])", c.name); got != c.charset {
			t.Errorf("%s in %s is read as %s", c.text, c.name, got.Name())
		}
	}
}

// TestCyrillic: words of windows-1251 without a declaration are read as such, and no byte of KOI8-R is lost.
func TestCyrillic(t *testing.T) {
	for _, text := range []string{"(;PB[Иван Петров]PW[Сергей Лазарев])", "(;C[Чёрные выиграли партию, ход был хороший.])",
		"(;PB[Александр Динерштейн]PW[Ann];B[pd])", "(;PB[Шикшина]BR[3 дан])"} {
		for _, declared := range []string{"", "UTF-8", "nonsense", "windows-1251"} {
			raw, err := charmap.Windows1251.NewEncoder().String(text)
			if got := Guess(raw, declared).Decode(raw); got != text || err != nil {
				t.Errorf("%s under %q is read as %s, %v", text, declared, got, err)
			}
		}
	}
	for _, text := range []string{"(;PB[Александр Динерштейн]PW[Ann];B[pd])", "(;C[Чёрные выиграли партию, ход был хороший.])"} {
		raw, _ := charmap.KOI8R.NewEncoder().String(text)
		got := Guess(raw, "")
		if back, err := got.Encode(got.Decode(raw)); back != raw || err != nil {
			t.Errorf("%s in KOI8-R is read as %s: %s, %v", text, got.Name(), got.Decode(raw), err)
		}
	}
	for _, text := range []string{"麒麟", "琥珀", "邋遢"} {
		raw, _ := GB18030.Encode(text)
		if got := Guess("(;PB["+raw+"])", ""); got != GB18030 {
			t.Errorf("%s is read as %s", text, got.Decode(raw))
		}
	}
}

// TestFirstHigh finds the byte at each place.
func TestFirstHigh(t *testing.T) {
	for n := range 30 {
		text := strings.Repeat("a", n)
		if i := firstHigh(text); i != n {
			t.Errorf("%d of %d bytes are ASCII", i, n)
		}
		if i := firstHigh(text + "\x80" + text); i != n {
			t.Errorf("found at %d, want %d", i, n)
		}
	}
}

// TestShort: two bytes that are valid UTF-8 and valid otherwise are read as declared.
func TestShort(t *testing.T) {
	for _, c := range []struct{ text, declared, want string }{
		{"\xc3\xa9", "", "é"}, {"\xc3\xa9", "UTF-8", "é"}, {"\xc3\xa9", "ISO-8859-1", "é"},
		{"\xc3\xa9", "KOI8-R", "é"}, {"\xc3\xa9", "GB2312", "茅"}, {"\xc3\xa9", "EUC-KR", "챕"},
		{"黑", "GB2312", "黑"}, {"ascii", "EUC-KR", "ascii"}, {"ascii", "", "ascii"},
	} {
		if got := Guess("(;C["+c.text+"])", c.declared).Decode(c.text); got != c.want {
			t.Errorf("%q in %s is %s, want %s", c.text, c.declared, got, c.want)
		}
	}
}

// TestDeclaredLatin: a sign beyond ASCII in a text of a Western charset stays what the declaration says, also before the end
// of a value, where a charset of East Asia would have half of a character.
func TestDeclaredLatin(t *testing.T) {
	for _, c := range []struct{ raw, declared, want string }{
		{"fee 5 \xa3", "ISO-8859-1", "fee 5 £"}, {"fee 5 \xa3", "windows-1252", "fee 5 £"}, {"fee 5 \xa3", "UTF-8", "fee 5 £"},
		{"fee 5 \xa3", "", "fee 5 £"}, {"\xa3A", "latin1", "£A"}, {"\xa7B", "iso8859-1", "§B"}, {"caf\xe9", "ISO-8859-1", "café"},
		{"\xc7a va o\xf9 ?", "ISO_8859-1", "Ça va où ?"}, {"80 \x80", "cp1252", "80 €"}, {"80 \xa4", "ISO-8859-15", "80 €"},
		{"Stra\xdfe", "ANSI", "Straße"}, {"\xabd\xe9j\xe0\xbb", "ISO-8859-1", "«déjà»"}, {"\xb11", "ISO-8859-1", "±1"},
		{"\xbd point", "ISO-8859-1", "½ point"}, {"Se\xf1or \xd1", "ISO-8859-1", "Señor Ñ"},
		{"z\xb3oty", "ISO-8859-2", "złoty"}, {"\xbf\xc2\xbd\xe0", "ISO-8859-1", "柯洁"},
		{"\xa7B \xa7B \xa7B", "ISO-8859-1", "§B §B §B"}, {"\xcd\xf5 \xc0\xee \xd5\xc5", "ISO-8859-1", "王 李 张"},
	} {
		for _, after := range []string{";B[ee])", ")", "\n PB[x])", "[y])", ""} {
			text := "(;SZ[9]C[" + c.raw + "]" + after
			if got := Guess(text, c.declared).Decode(c.raw); got != c.want {
				t.Errorf("%q in %s before %q is %q, want %q", c.raw, c.declared, after, got, c.want)
			}
		}
	}
}

func FuzzGuess(f *testing.F) {
	f.Add("(;PB[\xbf\xc2\xbd\xe0])", "gb2312")
	f.Add("(;PB[M\xfcller])", "")
	f.Add("\x81\x30\x81\x30\xff", "big5")
	f.Fuzz(func(t *testing.T, text, declared string) {
		if len(text) > 1<<16 {
			return
		}
		c := Guess(text, declared)
		decoded := c.Decode(text)
		if raw, err := c.Encode(decoded); err == nil && c.Decode(raw) != decoded && !strings.Contains(decoded, "\uFFFD") {
			t.Errorf("%q in %s comes back as %q", decoded, c.Name(), c.Decode(raw))
		}
	})
}
