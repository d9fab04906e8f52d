package server

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/endpoint"
	"moyo/server/store/sqlite/sqlitetest"
)

// accountBody is the longest body of account routes, in bytes: a passkey's answer in JSON.
const accountBody = 32 << 10

// TestAdmission checks docs/server.md: for every expensive route it must say what happens before
// admission, and it may name only existing routes and tests.
func TestAdmission(t *testing.T) {
	t.Parallel()
	handbook, err := os.ReadFile("../docs/server.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(handbook), "### Before admission\n")
	table, _, _ = strings.Cut(table, "\nThe most expensive reads")
	told, tests := map[string]bool{}, declaredTests(t)
	quoted := regexp.MustCompile("`([^`]+)`")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		if len(cells) != 4 || !strings.Contains(cells[0], "/api/") {
			continue
		}
		for _, route := range quoted.FindAllStringSubmatch(cells[0], -1) {
			told[route[1]] = true
		}
		named := quoted.FindAllStringSubmatch(cells[3], -1)
		if len(named) == 0 {
			t.Errorf("no test floods %s", cells[0])
		}
		for _, name := range named {
			if !tests[name[1]] {
				t.Errorf("%s: there is no %s", cells[0], name[1])
			}
		}
	}
	api := registered(t)
	want := dearRoutes(api)
	for route := range want {
		if !told[route] {
			t.Errorf("docs/server.md does not say what %s does before admission", route)
		}
	}
	for route := range told {
		if _, ok := api.Rules[route]; !ok {
			t.Errorf("docs/server.md names %s, which is no route", route)
		}
	}
	if len(want) < 20 {
		t.Errorf("only %d routes read or do more than others", len(want))
	}
}

// dearRoutes returns the routes with a cost, those with long bodies, and the WebSockets.
func dearRoutes(api endpoint.API) map[string]bool {
	found := map[string]bool{}
	for route, rule := range api.Rules {
		if rule.Dear > 0 || strings.HasSuffix(route, "/ws") {
			found[route] = true
		}
	}
	for path, item := range api.OpenAPI().Paths {
		most := int64(endpoint.MaxBody)
		if strings.HasPrefix(path, "/api/account") || strings.HasSuffix(path, "/note") {
			most = accountBody
		}
		for _, op := range []*huma.Operation{item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil && op.RequestBody != nil && op.MaxBodyBytes > most {
				found[op.Method+" "+path] = true
			}
		}
	}
	return found
}

// registered returns the routes of a server.
func registered(t testing.TB) endpoint.API {
	t.Helper()
	s := New(testConfig(sqlitetest.New(t)))
	t.Cleanup(s.Close)
	api := s.newAPI(http.NewServeMux())
	s.register(api)
	s.describeAPI(api)
	return api
}

// declaredTests returns the names of the tests of the server and its packages.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	names, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range declared.FindAllStringSubmatch(string(text), -1) {
			names[name[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
