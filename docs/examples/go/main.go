// Command nogo is a bot that plays NoGo at random: nogo SERVER, with the access token in
// MOYO_TOKEN. It takes every challenge to NoGo and declines the others. See docs/bots.md.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

var server = strings.TrimRight(os.Args[1], "/")

type message struct { // the fields of server messages that this bot needs
	Type            string
	Game            struct{ ID, Board, Rules string }
	Snapshot, Event *struct {
		You, Stones string
		Game        struct{ Board string }
		Set         []struct {
			Point int
			Color string
		}
		Clear []int
		State struct {
			Phase, Turn, Result string
			Ply                 int
			Forbidden           []struct{ Point int }
		}
	}
}

// ask sends a request to the server; with a body it is a POST.
func ask(path string, body any) (*http.Response, error) {
	method, data := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		data, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, server+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv("MOYO_TOKEN"))
	req.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(req)
}

// lines reads a streamed answer until it ends or heard returns true.
func lines(path string, heard func(message) bool) error {
	res, err := ask(path, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	for in := json.NewDecoder(res.Body); ; {
		var m message
		if err := in.Decode(&m); err != nil || !heard(m) {
			return err
		}
	}
}

// give sends a command, and reports whether it was accepted. If the answer is lost it sends the command again.
func give(game string, command map[string]any) bool {
	command["id"] = rand.Text()
	for pause := time.Second; pause < 10*time.Second; pause *= 2 {
		res, err := ask("/api/games/"+game+"/commands", command)
		if err == nil {
			res.Body.Close()
			if res.StatusCode != 429 && res.StatusCode != 503 {
				return res.StatusCode == 200
			}
		}
		time.Sleep(pause)
	}
	return false
}

// play plays a game to its end, reconnecting as needed.
func play(game string) {
	for !follow(game) {
		time.Sleep(2 * time.Second)
	}
}

// follow plays random points, and another one if a move is illegal. It reports whether the
// game is over.
func follow(game string) (over bool) {
	var stones []byte
	var board struct{ Names []string }
	you := ""
	_ = lines("/api/games/"+game+"/stream", func(m message) bool {
		now := m.Event
		switch {
		case m.Snapshot != nil:
			now, you, stones = m.Snapshot, m.Snapshot.You, []byte(m.Snapshot.Stones)
			res, err := ask("/api/boards?spec="+url.QueryEscape(now.Game.Board), nil)
			if err != nil {
				return false
			}
			_ = json.NewDecoder(res.Body).Decode(&board)
			res.Body.Close()
		case m.Event != nil:
			for _, s := range now.Set {
				stones[s.Point] = s.Color[0]
			}
			for _, p := range now.Clear {
				stones[p] = '.'
			}
		default:
			return true
		}
		barred := map[int]bool{}
		for _, f := range now.State.Forbidden {
			barred[f.Point] = true
		}
		if now.State.Phase == "finished" {
			fmt.Println(game, now.State.Result)
			over = true
			return false
		}
		if now.State.Phase == "playing" && now.State.Turn == you {
			for _, p := range mathrand.Perm(len(stones)) {
				if stones[p] == '.' && !barred[p] && give(game, map[string]any{"type": "play", "ply": now.State.Ply, "move": board.Names[p]}) {
					break
				}
			}
		}
		return true
	})
	return over
}

func main() {
	for ; ; time.Sleep(2 * time.Second) {
		err := lines("/api/me/stream", func(m message) bool {
			switch nogo := strings.Split(m.Game.Rules, ":")[0] == "nogo"; {
			case m.Type == "challenge" && nogo:
				give(m.Game.ID, map[string]any{"type": "join"})
			case m.Type == "challenge":
				give(m.Game.ID, map[string]any{"type": "decline"})
			case m.Type == "game":
				go play(m.Game.ID)
			}
			return true
		})
		fmt.Println("lost the connection:", err)
	}
}
