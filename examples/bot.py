"""A whole bot: `python3 bot.py vega-bot@play.example.net` plays a game. It needs Python and `ssh`, and no more."""

import argparse
import contextlib
import json
import shlex
import subprocess
import sys
import time

BEST_FIRST = ("loads", "opens", "choice", "unknown", "jams")  # what a move does, as far as one can know


def _cost(move, stash):  # low numbers go first, since few pods take them; of jams, the one that brings least back
    card = stash[move["move"][0]][int(move["move"][1]) - 1] if ">" in move["move"] else ""
    return BEST_FIRST.index(move.get("verdict", "loads")), move.get("back", 0), int(card) if card.isdigit() else 11


def _wish(room, moved):  # what to ask for now that the room looks like this, if anything
    you, turn = room.get("you"), (room.get("game"), room.get("view", {}).get("ply"))
    if room["phase"] != "playing":  # before a game it says that one is ready, after it that one wants another
        return {"type": "ready"} if you and not room["seats"][you - 1].get("ready") else None
    if turn in moved or room.get("ahead") or not room.get("legal"):
        return None
    moved.add(turn)  # the same turn may be shown twice
    best = min(room["legal"], key=lambda move: _cost(move, room["view"]["seats"][you - 1]))
    return {"type": "move", "move": best["move"], "ply": turn[1]}


def _play(told, results):  # over one connection, until it ends or everything is played
    command, moved, inside = [*shlex.split(told.ssh), "-T", told.host, "api"], set(), False
    wish = {"type": "join", "room": told.room, "take_over": True} if told.room else {"type": "quick-play"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as server:
        while len(results) < told.games:
            server.stdin.write(json.dumps(wish) + "\n" if wish else "")
            said, wish = json.loads(server.stdout.readline() or '{"exit": 1}'), None
            if said.get("type") == "snapshot":
                told.room, inside, wish = said["room"], True, _wish(said, moved)
                if said["phase"] == "over" and said["game"] not in results:
                    result = results[said["game"]] = said["result"]
                    print(said["game"], "won" if result["winner"] == result.get("you") else "lost", flush=True)
            elif said.get("exit", 2) < 2:  # the server restarts, or the network fails: on it goes
                return
            elif "exit" in said or said.get("code", "draining") != "draining" or ("error" in said and not inside):
                sys.exit(f"That was it: {said}")
        server.stdin.write('{"type": "leave"}\n')


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="where to play, with the bot's name before it: vega-bot@play.example.net")
    parser.add_argument("--room", default="", help="the code of a room; without it, wherever a seat is free")
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--ssh", default="ssh", help="the program: 'ssh -i bot_key -o IdentitiesOnly=yes'")
    arguments, ended = parser.parse_args(), {}
    while len(ended) < arguments.games:
        with contextlib.suppress(BrokenPipeError):
            _play(arguments, ended)
        time.sleep(1)
