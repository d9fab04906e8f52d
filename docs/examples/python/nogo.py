"""A bot that plays NoGo at random: nogo.py SERVER, with the access token in MOYO_TOKEN.

It takes every challenge to NoGo and declines the others. See docs/bots.md.
"""
import json, os, random, sys, threading, time, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER, TOKEN = sys.argv[1].rstrip("/"), os.environ["MOYO_TOKEN"]


def ask(path, body=None):
    """Sends a request and returns the answer; a stream ends after 60 s of silence."""
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    return urlopen(Request(SERVER + path, data, head), timeout=60)


def give(game, **command):
    """Sends a command; returns whether it was accepted. If the answer is lost it sends the command again."""
    command["id"] = uuid.uuid4().hex
    for pause in 1, 2, 4, 8:
        try:
            return ask(f"/api/games/{game}/commands", command).status == 200
        except HTTPError as e:
            if e.code not in (429, 503):
                return False  # not our turn any more, an illegal point, the end
        except OSError:
            pass
        time.sleep(pause)
    return False


def play(game):
    """Plays a game to its end, reconnecting as needed."""
    while True:
        try:
            if follow(game):
                return
        except OSError:
            pass
        time.sleep(2)


def follow(game):
    """Plays random points, and another one if a move is illegal; returns whether the game is over."""
    for line in ask(f"/api/games/{game}/stream"):
        message = json.loads(line)
        if message["type"] == "snapshot":
            info, you = message["snapshot"]["game"], message["snapshot"]["you"]
            names = json.load(ask("/api/boards?spec=" + info["board"]))["names"]
            stones = list(message["snapshot"]["stones"])
        elif message["type"] == "event":
            for stone in message["event"]["set"]:
                stones[stone["point"]] = stone["color"][0]
            for point in message["event"]["clear"]:
                stones[point] = "."
        else:
            continue
        state = message[message["type"]]["state"]
        if state["phase"] == "finished":
            print(game, state["result"], flush=True)
            return True
        if state["phase"] == "playing" and state["turn"] == you:
            barred = {f["point"] for f in state["forbidden"]}
            free = [p for p, s in enumerate(stones) if s == "." and p not in barred]
            random.shuffle(free)
            any(give(game, type="play", ply=state["ply"], move=names[p]) for p in free)


while True:
    try:
        for line in ask("/api/me/stream"):
            event = json.loads(line)
            game = event.get("game", {})
            if event["type"] == "challenge":
                nogo = game["rules"].split(":")[0] == "nogo"
                give(game["id"], type="join" if nogo else "decline")
            elif event["type"] == "game":
                threading.Thread(target=play, args=[game["id"]], daemon=True).start()
    except OSError as e:
        print("lost the connection:", e, flush=True)
    time.sleep(2)
