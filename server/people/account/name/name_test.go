package name

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func ExampleParse() {
	ada, _ := Parse(" Ada_Lovelace ")
	other, _ := Parse("adа") // the last letter is Cyrillic
	_, err := Parse("adа")
	fmt.Println(ada, ada.Skeleton(), ada.Reserved())
	fmt.Printf("%q %v\n", other, err)
	// Output:
	// Ada_Lovelace adalovelace false
	// "" A name cannot mix Latin and Cyrillic letters.
}

func TestParse(t *testing.T) {
	for input, want := range map[string]string{
		"Ada": "Ada", "  ada-9  ": "ada-9", "Zoë": "Zoë", "Zoe\u0308": "Zoë", "Ａｄａ": "Ada", "ﬁsh": "fish",
		"Łukasz": "Łukasz", "Nguyễn": "Nguyễn", "Şağ": "Şağ", "İnci": "İnci", "Ștefan": "Ștefan", "Əli": "Əli",
		"Νίκος": "Νίκος", "Μαρία": "Μαρία", "Γιάννα": "Γιάννα", "Владимир": "Владимир", "Їжак": "Їжак", "Ёлка": "Ёлка",
		"李世乭": "李世乭", "囲碁": "囲碁", "いごスキー": "いごスキー", "ｲｺﾞ": "イゴ", "이세돌": "이세돌", "Go碁": "Go碁", "佐々木": "佐々木", "go이": "go이",
		"a1": "a1", "9dan": "9dan", strings.Repeat("a", 20): strings.Repeat("a", 20), strings.Repeat("碁", 10): strings.Repeat("碁", 10),
	} {
		got, err := Parse(input)
		if err != nil || got.String() != want {
			t.Errorf("%q is %q, %v; want %q", input, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for input, want := range map[string]string{
		"": "at least two", "a": "at least two", " a ": "at least two",
		strings.Repeat("a", 21): "at most 20", strings.Repeat("碁", 11): "at most 20",
		strings.Repeat("\u0301", 150): "at most 20", "12": "at least one letter", "1-2": "at least one letter",
		"Ada Lovelace": "cannot have spaces", "Ada\u00a0L": "cannot have spaces", "Ada\u3000L": "cannot have spaces",
		"-ada": "use only one", "ada-": "use only one", "a--b": "use only one", "a-_b": "use only one", "_": "at least two",
		"ada!": `'!'`, "ada.l": `'.'`, "a/b": `'/'`, "a@b": `'@'`, "a<b": `'<'`, "a%41": `'%'`,
		"ada\u202e": "U+202E", "a\u200bda": "U+200B", "a\u200dda": "U+200D", "a\u2066da": "U+2066", "a\x00b": "U+0000", "a\ufeffb": "U+FEFF",
		"a\u00adb": "U+00AD", "a\ufe0fb": "U+FE0F", "z\u0335\u0336x": "U+0335", "\xff\xfe": "letters, digits", "a\nb": "cannot have spaces",
		"аda": "Latin and Cyrillic", "αda": "Latin and Greek", "αд": "Greek and Cyrillic", "д碁": "Cyrillic and Chinese",
		"adaーking": "a dash", "adaｰking": "a dash", "碁ー": "a dash", "あ이": "Hiragana and Korean", "α碁": "Greek and Chinese",
		"أحمد": "letters, digits", "दीप": "letters, digits", "שלום": "letters, digits", "☃snow": "letters, digits", "😀😀": "letters, digits",
		"ɑda": "letters, digits", "aǃa": "letters, digits", "ᴀda": "letters, digits",
		"ꞁꞁ": "letters, digits", "丨丨": "letters, digits", "\u2170ada\u3164": "U+1160",
		"ΝΑΝΑ": "looks like one in Latin", "Υο": "looks like one in Latin", "γαν": "looks like one in Latin",
	} {
		got, err := Parse(input)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %q, %v; want an error with %q", input, got, err, want)
		}
	}
}

// TestLookalikes checks pairs with equal and with different skeletons.
func TestLookalikes(t *testing.T) {
	for _, same := range [][]string{
		{"Ada", "ada", "ADA", "Adá", "Àdã", "a-da", "a_d_a", "Ａda"},
		{"Ian", "lan", "1an", "ian", "Ían", "łan", "ıan"}, {"rnax", "max", "Max"}, {"vvat", "wat"}, {"b0b", "bob", "Bøb"},
		{"BOBA", "ВОВА", "Вова"}, {"pop", "рор", "ΡοΡ"}, {"Mapia", "Μαρία"}, {"cocoa", "сосоа"}, {"HAH", "НАН", "ΗΑΗ"},
		{"straße", "strasse", "STRASSE"}, {"ΑΣ", "ας", "ασ"}, {"sjs", "ѕјѕ"}, {"3aa", "Заа"}, {"Œuf", "oeuf"}, {"Şən", "Sən"},
		{"ヘリ", "へり"}, {"口力", "ロカ"}, {"つ碁", "っ碁"}, {"ガム", "カ\u3099ム"}, {"Маша", "Маща"}, {"nnnn", "пппп"},
		{"bloc", "ыос", "ЬІОС"}, {"loco", "юсо"}, {"pyc", "рұс", "рүс"}, {"жук", "җук"}, {"чай", "ҷай"},
	} {
		first, err := Parse(same[0])
		if err != nil {
			t.Errorf("%q: %v", same[0], err)
			continue
		}
		for _, other := range same[1:] {
			got, err := Parse(other)
			if err == nil && got.Skeleton() != first.Skeleton() {
				t.Errorf("%q has the skeleton %q, %q has %q", same[0], first.Skeleton(), other, got.Skeleton())
			}
			if err != nil && !strings.Contains(err.Error(), "letters") {
				t.Errorf("%q: %v", other, err)
			}
		}
	}
	for _, pair := range [][2]string{
		{"hana", "nana"}, {"nana", "vana"}, {"ada", "adb"}, {"Владимир", "Владимер"}, {"はは", "ばば"},
		{"ばば", "ぱぱ"}, {"ハハ", "バハ"}, {"碁石", "碁右"}, {"이세", "이새"}, {"ada2", "adaz"},
	} {
		a, err1 := Parse(pair[0])
		b, err2 := Parse(pair[1])
		if err1 != nil || err2 != nil || a.Skeleton() == b.Skeleton() {
			t.Errorf("%v: skeletons %q and %q, errors %v and %v", pair, a.Skeleton(), b.Skeleton(), err1, err2)
		}
	}
}

// TestFamilies: a representative is its own skeleton, and no character is in two families.
func TestFamilies(t *testing.T) {
	for member, head := range lookalikes {
		if got := skeleton(head); got != head {
			t.Errorf("%q stands for %q, but its own skeleton is %q", head, member, got)
		}
		if folded := norm.NFD.String(strings.ToLower(string(member))); member != 'ı' && folded != string(member) {
			t.Errorf("%q is never met: it is folded to %q before", member, folded)
		}
		if _, err := scriptOf(member); err != nil && member != 'ӏ' {
			t.Errorf("no name has %q", member)
		}
	}
}

func TestReserved(t *testing.T) {
	for text, want := range map[string]bool{
		"admin": true, "Admin": true, "ADM1N": true, "adm-in": true, "аdmin": false,
		"Administrator2": true, "admin_ada": true, "rnoderator": true,
		"M0yo": true, "moyo": true, "tomoyo": false, "moyo7": true, "Level-3": true,
		"level30": true, "levelheaded": false, "guest12": true, "Computer": true,
		"deleted-4": true, "deleted4ever": true, "system": true, "systemic": false, "ada": false, "bot": true, "bottle": false, "Админ": false,
	} {
		n, err := Parse(text)
		if err != nil && want {
			t.Errorf("%q: %v", text, err)
		}
		if n.Reserved() != want {
			t.Errorf("%q (skeleton %q): reserved %v, want %v", text, n.Skeleton(), n.Reserved(), want)
		}
	}
}

// alphabet are all characters of names.
var alphabet = func() (all []rune) {
	for _, s := range scripts {
		for _, r := range s.letters.R16 {
			for c := rune(r.Lo); c <= rune(r.Hi); c++ {
				all = append(all, c)
			}
		}
	}
	return all
}()

// TestAlphabet: the tables are in order, and contain graphic characters that NFKC does not change.
func TestAlphabet(t *testing.T) {
	for _, s := range scripts {
		for i, r := range s.letters.R16 {
			if r.Lo > r.Hi || i > 0 && s.letters.R16[i-1].Hi >= r.Lo {
				t.Errorf("%s: the range %c-%c is out of order", s.name, r.Lo, r.Hi)
			}
		}
	}
	for _, r := range alphabet {
		if !unicode.IsGraphic(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Bidi_Control, r) {
			t.Errorf("names can have %q, %U", r, r)
		}
		if s, err := scriptOf(r); err != nil || s.group != 0 && !unicode.IsLetter(r) {
			t.Errorf("%q: %v", r, err)
		}
	}
}

// TestSkeletonIdempotent checks also that case, decomposed accents and compatibility forms do not matter.
func TestSkeletonIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scripts[rapid.IntRange(2, len(scripts)-1).Draw(t, "script")]
		text := rapid.StringOfN(rapid.RuneFrom(nil, s.letters), 2, 10, -1).Draw(t, "name")
		n, err := Parse(text)
		if err != nil {
			return
		}
		if again := skeleton(n.skeleton); again != n.skeleton {
			t.Fatalf("%q: %q becomes %q", text, n.skeleton, again)
		}
		for _, form := range []string{norm.NFD.String(text), norm.NFKD.String(text), norm.NFC.String(text), " " + text + "\t"} {
			if same, err := Parse(form); err != nil || same != n {
				t.Fatalf("%q is %q with %q, %q is %q with %q, %v", text, n, n.skeleton, form, same, same.skeleton, err)
			}
		}
		for _, form := range []string{strings.ToUpper(n.text), strings.ToLower(n.text), strings.ToTitle(n.text)} {
			if same, err := Parse(form); err == nil && same.skeleton != n.skeleton {
				t.Fatalf("%q has %q, %q has %q", text, n.skeleton, form, same.skeleton)
			}
		}
	})
}

// FuzzParse: every parsed name is short, parses to itself, has only visible characters, and has a skeleton.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Ada", "Zoe\u0308", "ﬁ-ｲｺﾞ", "a\u202eb", "ΝΑΝΑ", "\xff", "이세돌", "İı", "ŉſẞ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		n, err := Parse(input)
		if like := Like("~ " + input + "\u00a0!"); err == nil && like.Skeleton() != n.Skeleton() {
			t.Fatalf("%q looks like %q, and with more around it like %q", input, n.Skeleton(), like.Skeleton())
		}
		if err != nil {
			if n != (Name{}) {
				t.Fatalf("%q: %q and %v", input, n, err)
			}
			return
		}
		if again, err := Parse(n.text); again != n || err != nil {
			t.Fatalf("%q is %q, which is %q, %v", input, n, again, err)
		}
		if len([]rune(n.text)) > MaxColumns || n.skeleton == "" || !norm.NFKC.IsNormalString(n.text) {
			t.Fatalf("%q is %q, %q", input, n.text, n.skeleton)
		}
		for _, r := range n.text {
			if !strings.ContainsRune(string(alphabet), r) {
				t.Fatalf("%q is %q with %U", input, n.text, r)
			}
		}
		n.Reserved()
	})
}

// TestOfTeam: names of teams may have spaces, which the skeleton ignores.
func TestOfTeam(t *testing.T) {
	kyoto, err := ParseOfTeam("  Kyoto \t Stones ")
	if err != nil || kyoto.String() != "Kyoto Stones" {
		t.Fatalf("%q %v", kyoto, err)
	}
	for _, like := range []string{"kyoto-stones", "KYOTO_ST0NES", "Kyoto\u200bStones", "Kyotostones"} {
		n, err := ParseOfTeam(like)
		if err == nil && n.Skeleton() != kyoto.Skeleton() {
			t.Errorf("%q is another name", like)
		}
	}
	for _, bad := range []string{
		"", " ", "a", "- -", "A -B", "Кyoto Stones", strings.Repeat("a", 33), strings.Repeat("a", 999), "a\u200bb c", "12 34", "<b>",
	} {
		if n, err := ParseOfTeam(bad); err == nil {
			t.Errorf("%q is the name %q", bad, n)
		}
	}
	if _, err := Parse("Kyoto Stones"); err == nil {
		t.Error("an account has a space in its name")
	}
	if _, err := ParseOfTeam(strings.Repeat("ab ", 10)); err != nil {
		t.Error(err)
	}
}
