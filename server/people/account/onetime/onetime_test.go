package onetime

import (
	"bytes"
	"encoding/base32"
	"fmt"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

func ExampleCheck() {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" // that of RFC 6238's examples
	now := time.Unix(59, 0)
	step, ok := Check(secret, "287 082", now, 0)
	fmt.Println(step, ok)
	_, ok = Check(secret, "287 082", now, step)
	fmt.Println(ok)
	// Output:
	// 1 true
	// false
}

func ExampleUse() {
	codes, hashes := NewRecovery()
	left, ok := Use(hashes, strings.ToUpper(codes[3]))
	fmt.Println(len(left), ok)
	_, ok = Use(left, codes[3])
	fmt.Println(ok)
	// Output:
	// 9 true
	// false
}

// TestVectors uses RFC 6238, appendix B, for SHA-1, with the last six digits.
func TestVectors(t *testing.T) {
	secret := secretEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		if step, ok := Check(secret, code, time.Unix(at, 0), 0); !ok || step != at/30 {
			t.Errorf("at %d: step %d, %v", at, step, ok)
		}
	}
}

// TestWindow: codes of three steps are accepted, none twice, and none from before an accepted one.
func TestWindow(t *testing.T) {
	secret, now := NewSecret(), time.Unix(1_700_000_015, 0)
	at := Step(now)
	code := func(step int64) string {
		c, err := hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{Digits: 6, Algorithm: otp.AlgorithmSHA1})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for step := at - 3; step <= at+3; step++ {
		got, ok := Check(secret, code(step), now, 0)
		if want := step >= at-1 && step <= at+1; ok != want || ok && got != step {
			t.Errorf("the code of step %d, now %d: step %d, %v", step, at, got, ok)
		}
		if _, ok := Check(secret, code(step), now, at+1); ok {
			t.Errorf("the code of step %d is taken after that of step %d", step, at+1)
		}
		if _, ok := Check(secret, code(step), now, step); ok {
			t.Errorf("the code of step %d is taken twice", step)
		}
	}
	for _, wrong := range []string{"", "0", code(at)[1:], code(at) + "0", "٢٨٧٠٨٢", strings.Repeat("1", 1000)} {
		if last, ok := Check(secret, wrong, now, 7); ok || last != 7 {
			t.Errorf("%.20q is taken", wrong)
		}
	}
	if _, ok := Check("not base32!", code(at), now, 0); ok {
		t.Error("a broken secret lets in")
	}
}

func TestLink(t *testing.T) {
	secret := NewSecret()
	if raw, err := base32.StdEncoding.DecodeString(secret); err != nil || len(raw) != secretBytes || NewSecret() == secret {
		t.Fatalf("secret %s: %v", secret, err)
	}
	link := Link(secret, "moyo at club.example", "Ада_L")
	key, err := otp.NewKeyFromURL(link)
	if err != nil || key.Secret() != secret || key.Issuer() != "moyo at club.example" ||
		key.AccountName() != "Ада_L" || key.Period() != period || key.Digits() != digits {
		t.Errorf("%s is %v, %v", link, key, err)
	}
	data, err := Picture(link, 240)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(data)); err != nil || img.Bounds().Dx() != 240 || img.Bounds().Dy() != 240 {
		t.Errorf("the picture: %v", err)
	}
	if _, err := Picture("http://[", 240); err == nil {
		t.Error("a picture of no link")
	}
}

func TestRecovery(t *testing.T) {
	codes, hashes := NewRecovery()
	if len(codes) != RecoveryCodes || len(hashes) != RecoveryCodes {
		t.Fatalf("%d codes, %d hashes", len(codes), len(hashes))
	}
	form := regexp.MustCompile(`^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$`)
	for i, code := range codes {
		if !form.MatchString(code) || slices.Contains(codes[:i], code) ||
			strings.Contains(strings.Join(hashes, " "), strings.ReplaceAll(code, "-", "")) {
			t.Errorf("code %q", code)
		}
	}
	left := hashes
	for _, written := range []string{
		codes[0], strings.ToUpper(codes[1]), strings.ReplaceAll(codes[2], "-", ""), " " + strings.ReplaceAll(codes[3], "-", " ") + "\t",
	} {
		before := len(left)
		var ok bool
		if left, ok = Use(left, written); !ok || len(left) != before-1 {
			t.Errorf("%q is not taken", written)
		}
		if _, ok := Use(left, written); ok {
			t.Errorf("%q is taken twice", written)
		}
	}
	if len(hashes) != RecoveryCodes {
		t.Error("Use changes what it was given")
	}
	for _, wrong := range []string{"", "-", codes[4][1:], codes[4] + "a", hashes[4], strings.Repeat(codes[4], 100)} {
		if _, ok := Use(left, wrong); ok {
			t.Errorf("%.40q is taken", wrong)
		}
	}
}
