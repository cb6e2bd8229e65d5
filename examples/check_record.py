"""Checks the record of a finished game, by docs/rules.md alone: `python3 check_record.py < game.jsonl`."""

import hmac
import json
import sys
from hashlib import sha256

COPIES = {**{str(n): 10 for n in range(1, 11)}, "KEY": 6, "BRB": 4, "WORM": 4, "OXY": 4, "WIN": 3, "ALB": 3}
DECK = [card for card, n in {**COPIES, "MINI": 3, "GRAV": 3, "ODD": 3, "EVEN": 3}.items() for _ in range(n)]
TAKES = {str(n): range(n, 11) for n in range(11)} | {"MINI": range(4), "ODD": range(1, 10, 2), "EVEN": range(2, 11, 2)}


def _shuffle(items, seed, label):  # section 7; what comes last is what `below(len(items))` picks
    blocks = (hmac.digest(seed, f"{label}/{i}".encode(), "sha256") for i in range(2**32))
    words = (int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4))
    for n in range(len(items), 1, -1):
        j = next(word for word in words if word < 2**32 // n * n) % n
        items[n - 1], items[j] = items[j], items[n - 1]
    return items


def _plays(stash, covers, onto):  # a card that no other one covers, onto each of these pods
    free = [s for s in stash if not any(cover in stash for cover in covers.get(s, ()))]
    return [f"{s}+" if stash[s] == "KEY" else f"{s}>P{pod}" for s in free for pod in onto]


def _check(head, moves, end):  # plays the game again; yields line numbers, and whether the line is right
    seed, grid, strict = bytes.fromhex(end["seed"]), head["options"]["layout"] == "grid", head["options"]["strict"]
    yield len(moves) + 2, sha256(seed).hexdigest() == head["commitment"] and (len(seed), end["ply"]) == (32, len(moves))
    rows = [[f"{row}{i + 1}" for i in range(n)] for row, n in (("A", 3 + grid), ("B", 4), ("C", 5 - grid))]
    above, spaces = {"B": "A", "C": "AB" if grid else "B"}, [space for row in rows for space in row]
    covers = {s: [f"{row}{int(s[1]) - k}" for row in above.get(s[0], "") for k in range(2 - grid)] for s in spaces}
    deck, order = _shuffle(DECK[:], seed, "deal"), range(1, len(head["seats"]) + 1)
    seats = {seat: {s: "~" * (s[0] == "C") + deck.pop(0) for s in spaces} for seat in order}
    turn, step, phase = head.get("first") or _shuffle(list(order), seed, "first")[-1], 1, "play"
    ply, pods, ids, away, owed, over = 0, {"1": []}, map(str, range(2, 10000)), {}, "", None
    for ply, line in enumerate(moves, 1):
        seat, move, stash = line["seat"], line["move"], seats[turn]
        plays = _plays(stash, covers, [owed] if phase == "load" else pods)
        gives = [f"give S{other}" for other in seats if other != turn]
        legal = {"peek": [f"peek {s}" for s in stash if stash[s][0] == "~"], "give": gives}.get(phase, plays)
        legal = (seat == turn and move in legal) or (seat in seats and move == "resign")
        yield ply + 1, legal and not over and line["ply"] == ply <= 500
        was, phase = phase, phase if seat != turn else "launch" if phase in ("peek", "give") else "play"
        (space, _, pod), to = move.rstrip("+").partition(">P"), seats[int(move[6:])] if move[0] == "g" else stash
        gaps = [s for row in rows[::-1] if any(s in to for s in row) for s in row if s not in to or s == space]
        if move == "resign":
            del seats[seat]
            over = ("last_left", *seats) if len(seats) == 1 else None
        elif was == "give":
            to[[*gaps, f"X{sum(s[0] == 'X' for s in to) + 1}"][0]] = pods[owed].pop()
        elif was != "peek":
            cards, card = pods.get(pod, []), stash.pop(space).lstrip("~")
            number, top = int(card) if card.isdigit() else 0, cards[-1] if cards else ""
            if number not in TAKES.get(top, range(11)) if number else strict and top in ("MINI", "ODD", "EVEN"):
                pile, gaps = _shuffle([*cards, card], seed, f"jam:{ply}"), gaps + [space] * (space[0] == "X")
                stash.update(zip(gaps, pile, strict=False))
                pods = {other: pods[other] for other in pods if other != pod} or {pod: []}
            elif not stash:
                over = ("escaped", turn)
            elif card == "KEY":
                phase, owed = "load", next(ids)
                pods[owed] = []
            elif card == "WORM":
                pods, away = ({**pods, **away}, {}) if away else (pods, {pod: pods.pop(pod)})
            elif card == "GRAV":
                step = -step
            elif card in ("BRB", "WIN", "ALB"):
                phase, owed = {"WIN": "~" in str(stash) and "peek", "ALB": cards and "give"}.get(card) or "launch", pod
            else:
                cards.insert(max(0, len(cards) - (card == "OXY")), card)
        pods = {pod: pods[pod] for pod in pods if phase != "launch" or pod != owed} or {next(ids): []}
        if seat == turn and phase in ("play", "launch"):  # the turn ends: row X closes up
            stash.update({f"X{i}": stash.pop(s) for i, s in enumerate(sorted(s for s in stash if s[0] == "X"), 1)})
            phase, turn = "play", next(t for k in order if (t := (turn - 1 + k * step) % len(order) + 1) in seats)
    yield ply + 2, (over or ("exploded" if ply == 500 else "abandoned", None)) == (end["reason"], end["winner"])


if __name__ == "__main__":
    try:
        game, *played, last = map(json.loads, sys.stdin)
        wrong = next((line for line, right in _check(game, played, last) if not right), None)
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError):
        sys.exit("This is no whole record: a line is missing, or cannot be read.")
    sys.exit(f"line {wrong} is wrong" if wrong else None)
