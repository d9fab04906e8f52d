package option_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/game/rules/internal/option"
)

func Example() {
	size, loud := 3, false
	err := option.Read("drum", "drum:size=7,loud=yes", func(key, value string) (err error) {
		switch key {
		case "size":
			size, err = option.Number(key, value)
		case "loud":
			loud, err = option.YesNo(key, value)
		default:
			err = fmt.Errorf("option %q: want size or loud", option.Clip(key))
		}
		return err
	})
	fmt.Println(size, option.WriteYesNo(loud), err)
	// Output: 7 yes <nil>
}

// TestRead reads ids as users may write them.
func TestRead(t *testing.T) {
	for id, want := range map[string]string{
		"":               "",
		"x":              "",
		"x:":             "",
		"x:a=1":          "a=1;",
		"a=1,b=2":        "a=1;b=2;",
		"x:a==":          "a==;",
		"x:=":            "=;",
		"x:a":            `error: option "a": want name=value`,
		"x:a=1,":         `a=1;error: option "": want name=value`,
		"x:a=1,b=2,a=3":  `a=1;b=2;error: option "a" is given twice`,
		"x:bad=1,worse":  "bad=1;error: no",
		"xx:a=1":         "x:a=1;",
		"x:x:a=1":        "x:a=1;",
		"x:" + long + "": "error: option \"" + long[:60] + "...\": want name=value",
	} {
		got := ""
		err := option.Read("x", id, func(key, value string) error {
			got += key + "=" + value + ";"
			if key == "bad" {
				return fmt.Errorf("no")
			}
			return nil
		})
		if err != nil {
			got += "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %s, want %s", id, got, want)
		}
	}
}

var long = strings.Repeat("long", 1000)

func TestValues(t *testing.T) {
	if i, err := option.OneOf("k", "b", []string{"a", "b"}); i != 1 || err != nil {
		t.Error(i, err)
	}
	for want, f := range map[string]func() error{
		`k "c": want a, b`:             func() error { _, err := option.OneOf("k", "c", []string{"a", "b"}); return err },
		`k "maybe": want no, yes`:      func() error { _, err := option.YesNo("k", "maybe"); return err },
		`k "1e3": want a number`:       func() error { _, err := option.Number("k", "1e3"); return err },
		`k "` + long[:60] + `": wa`:    func() error { _, err := option.Number("k", long[:60]); return err },
		`k "` + long[:60] + `...": wa`: func() error { _, err := option.Number("k", long); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestOnly reads the options of a game with only one.
func TestOnly(t *testing.T) {
	n := 3
	set := option.Only("n", &n)
	if err := option.Read("x", "x:n=7", set); err != nil || n != 7 {
		t.Errorf("n=7 gives %d %v", n, err)
	}
	if err := option.Read("x", "x:m=8", set); err == nil || err.Error() != `option "m": want n` || n != 7 {
		t.Errorf("m=8 gives %d %v", n, err)
	}
}
