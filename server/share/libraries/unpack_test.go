package libraries

import (
	"strings"
	"testing"
)

// TestOfServers imports games in the formats of servers, also from archives.
func TestOfServers(t *testing.T) {
	for name, data := range map[string]string{
		"a.gib": "\\HS\n\\[GAMEBLACKNAME=\xbf\xc2\xbd\xe0 (9D)\\]\n\\[GAMERESULT=\xba\xda\xd6\xd0\xc5\xcc\xca\xa4\\]\n" +
			"\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n",
		"b.NGF":  "x\n19\nw 1D\n柯洁 9DP\ns\n0\n0\n6\n20170316\n5\nBlack wins by resign\n1\nPMABBQEEQ\n",
		"c.ugi":  "[Header]\nPlayerB=柯洁,9d\nWinner=B,R\n[Data]\nPP,B1,1,0\n",
		"no.txt": "",
	} {
		if isRecord(name) != (data != "") || isRecord("__MACOSX/"+name) {
			t.Errorf("%s: %v", name, isRecord(name))
		}
		if data == "" {
			continue
		}
		var texts []string
		records(name, []byte(data), func(it item, err error) bool {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			texts = append(texts, it.Text)
			return true
		})
		text := strings.Join(texts, "")
		if len(texts) != 1 || !strings.Contains(text, "PB[柯洁]") || !strings.Contains(text, "RE[B+R]") || !strings.Contains(text,
			";B[pd]") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
