#!/usr/bin/env python3
"""Own code. Deterministic collab session for benchmarks: host frames, one JSON object per line.

usage: gen_session.py ENTRIES [--updates 2000] [--seed 1] [--chunk 524288] [--out FILE]
Lines: welcome, snapshot-chunk frames (about --chunk bytes each, last one final), then a live part: ten assistant
messages streamed with UPDATES message_update events in all (each carries the whole text so far), their message_end and
entry frames, a tool card with updates after each message, subagent progress, and a closing idle state.
The same arguments give the same bytes on every machine (the script has its own random numbers).
"""
import argparse, json, sys, hashlib

class Rng:  # xorshift32
    def __init__(self, seed): self.s = (seed * 2654435761 + 97) & 0xFFFFFFFF or 1
    def u32(self):
        s = self.s; s ^= (s << 13) & 0xFFFFFFFF; s ^= s >> 17; s ^= (s << 5) & 0xFFFFFFFF; self.s = s; return s
    def below(self, n): return self.u32() % n
    def pick(self, xs): return xs[self.below(len(xs))]

W = ("anchor ballast barge beacon berth bilge bow bridge buoy cabin cable canal cargo chart cleat coast compass crane crew current deck depth "
     "dinghy dock draft drift ferry fender flag fleet float fog gale galley gauge gull hatch haul heave helm hull jetty keel knot lantern launch "
     "ledger lock log mast moor net oar pier pilot port quay raft reef rig rope rudder sail salt sand shoal signal sound spar stern swell tide "
     "timber tow trim tug wake watch wave wharf winch wind 港口 潮汐 \U0001F6A2 café naïve").split()
PATHS = ["src/tide.swift", "src/pier/gauge.swift", "docs/chart.md", "tests/quay_test.swift", "tools/log.py", "README.md"]
T0 = 1767225600

def words(r, n): return " ".join(r.pick(W) for _ in range(n))
def para(r, n):
    out = []
    while n > 0:
        k = min(n, 6 + r.below(14)); s = words(r, k); out.append(s[0].upper() + s[1:] + "."); n -= k
    return " ".join(out)
def code(r, lines): return "\n".join("    " * r.below(3) + f"let {r.pick(W)}{r.below(90)} = {r.pick(W)}({r.below(9999)}) // {words(r, 3)}" for _ in range(lines))
def markdown(r):
    t = f"## {words(r, 4)}\n\n{para(r, 30 + r.below(60))}\n\n"
    if r.below(2): t += "".join(f"- **{r.pick(W)}**: {words(r, 8)} `{r.pick(W)}()`\n" for _ in range(3 + r.below(5))) + "\n"
    if r.below(3) == 0: t += f"```swift\n{code(r, 5 + r.below(15))}\n```\n\n"
    if r.below(6) == 0: t += "| depth | tide |\n|---|---|\n" + "".join(f"| {r.below(40)} | {words(r, 2)} |\n" for _ in range(5)) + "\n"
    return t + para(r, 10 + r.below(30))
def iso(n):
    s = T0 + n; d, s = divmod(s, 86400); h, s = divmod(s, 3600); m, s = divmod(s, 60)
    z = d + 719468; era = z // 146097; doe = z - era * 146097; yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100); mp = (5 * doy + 2) // 153; dd = doy - (153 * mp + 2) // 5 + 1; mm = mp + 3 if mp < 10 else mp - 9
    return f"{yoe + era * 400 + (mm <= 2):04d}-{mm:02d}-{dd:02d}T{h:02d}:{m:02d}:{s:02d}.000Z"
def usage(r): i, o, c = 500 + r.below(9000), 20 + r.below(900), r.below(40000); return {"input": i, "output": o, "cacheRead": c, "cacheWrite": 0, "totalTokens": i + o + c, "cost": {"total": round((i + 5 * o) / 1e6, 6)}}

def entries(r, n):
    prev = None; i = 0; call = 0
    def eid():
        nonlocal i; i += 1; return f"b{i:06d}"
    def msg(m):
        nonlocal prev; e = {"type": "message", "id": eid(), "parentId": prev, "timestamp": iso(i), "message": m}; prev = e["id"]; return e
    def other(t, **k):
        nonlocal prev; e = {"type": t, "id": eid(), "parentId": prev, "timestamp": iso(i), **k}; prev = e["id"]; return e
    while i < n:
        k = r.below(40)
        if k == 0: yield other("model_change", model="acme/sail-%d" % r.below(4))
        elif k == 1: yield other("compaction", summary=para(r, 80), shortSummary=words(r, 6), firstKeptEntryId=prev or "b000001", tokensBefore=20000 + r.below(90000))
        elif k < 6: yield other("custom_message", customType="collab-prompt", content=para(r, 5 + r.below(40)), details={"from": r.pick(["ilse", "mara", "jon"])}, display=True)
        else: yield msg({"role": "user", "content": para(r, 5 + r.below(60)), "timestamp": (T0 + i) * 1000})
        for _ in range(1 + r.below(4)):
            if i >= n: return
            calls = []; blocks = []
            if r.below(2): blocks.append({"type": "thinking", "thinking": para(r, 20 + r.below(90))})
            blocks.append({"type": "text", "text": markdown(r)})
            for _ in range(r.below(4)):
                call += 1; name = r.pick(["bash", "read", "grep", "edit", "write", "todo", "task"]); cid = f"call-{call}"
                args = {"bash": {"command": f"make {r.pick(W)} && {r.pick(W)} --{r.pick(W)}"}, "read": {"path": r.pick(PATHS), "offset": 1 + r.below(400), "limit": 80}, "grep": {"pattern": r.pick(W) + "\\d+", "path": "src"}, "edit": {"input": f"[{r.pick(PATHS)}#A1B2]\nreplace {r.below(90)}:\n+{words(r, 6)}"}, "write": {"path": r.pick(PATHS), "content": code(r, 12)}, "todo": {"op": "done", "task": words(r, 4)}, "task": {"agent": "task", "id": "Sub%d" % r.below(9), "description": words(r, 5), "assignment": para(r, 30)}}[name]
                calls.append((cid, name)); blocks.append({"type": "toolCall", "id": cid, "name": name, "arguments": args, "intent": words(r, 4)})
            yield msg({"role": "assistant", "content": blocks, "model": "acme/sail-1", "usage": usage(r), "stopReason": "toolUse" if calls else "stop", "timestamp": (T0 + i) * 1000})
            for cid, name in calls:
                if i >= n: return
                text = code(r, 4 + r.below(40)) if name in ("read", "grep") else para(r, 20 + r.below(160)); bad = r.below(20) == 0
                d = {"bash": {"exitCode": int(bad), "wallTimeMs": r.below(9000)}, "edit": {"path": r.pick(PATHS), "diff": "@@ -1,3 +1,3 @@\n-" + words(r, 6) + "\n+" + words(r, 6)}, "grep": {"matchCount": r.below(50), "fileCount": r.below(9)}}.get(name)
                m = {"role": "toolResult", "toolCallId": cid, "toolName": name, "content": [{"type": "text", "text": text}], "isError": bad, "timestamp": (T0 + i) * 1000}
                if d: m["details"] = d
                yield msg(m)

def main():
    a = argparse.ArgumentParser(); a.add_argument("entries", type=int); a.add_argument("--updates", type=int, default=2000); a.add_argument("--seed", type=int, default=1); a.add_argument("--chunk", type=int, default=524288); a.add_argument("--out", default="-"); o = a.parse_args()
    r = Rng(o.seed); f = sys.stdout if o.out == "-" else open(o.out, "w", encoding="utf-8", newline="\n"); h = hashlib.sha256(); stats = {"frames": 0, "bytes": 0, "chunks": 0}
    def put(x):
        s = json.dumps(x, ensure_ascii=False, separators=(",", ":")); f.write(s + "\n"); b = s.encode(); h.update(b + b"\n"); stats["frames"] += 1; stats["bytes"] += len(b)
    state = lambda on: {"isStreaming": on, "queuedMessageCount": 0, "sessionName": "benchmark", "cwd": "/home/mara/harbour", "model": {"id": "sail-1", "name": "Sail 1", "provider": "acme", "contextWindow": 200000}, "thinkingLevel": "medium", "contextUsage": {"tokens": 51000, "contextWindow": 200000, "percent": 25.5}, "participants": [{"name": "mara", "role": "host"}, {"name": "bench", "role": "guest"}]}
    agents = [{"id": "main", "displayName": "Main", "kind": "main", "status": "running", "hasSessionFile": True, "createdAt": T0 * 1000, "lastActivity": T0 * 1000}]
    put({"t": "welcome", "proto": 3, "header": {"type": "session", "id": f"bench-{o.entries}-{o.seed}", "title": "benchmark", "timestamp": iso(0), "cwd": "/home/mara/harbour"}, "state": state(False), "agents": agents, "entryCount": o.entries})
    batch, size, left = [], 0, o.entries
    for e in entries(r, o.entries):
        b = len(json.dumps(e, ensure_ascii=False, separators=(",", ":")))
        if batch and size + b > o.chunk: put({"t": "snapshot-chunk", "entries": batch, "final": False}); stats["chunks"] += 1; batch, size = [], 0
        batch.append(e); size += b; left -= 1
    assert left == 0, left
    put({"t": "snapshot-chunk", "entries": batch, "final": True}); stats["chunks"] += 1
    prev = f"b{o.entries:06d}"; ev = lambda **k: put({"t": "event", "event": k}); ev(type="agent_start"); put({"t": "state", "state": state(True)})
    per = o.updates // 10
    for k in range(10):
        full = "\n\n".join(markdown(r) for _ in range(8))[:9000]; u = usage(r)
        m = lambda text, stop="stop": {"role": "assistant", "content": [{"type": "text", "text": text}], "model": "acme/sail-1", "usage": u, "stopReason": stop, "timestamp": (T0 + 90000 + k) * 1000}
        ev(type="message_start", message=m(""))
        for j in range(per): ev(type="message_update", message=m(full[: len(full) * (j + 1) // per]))
        ev(type="message_end", message=m(full)); e = {"type": "message", "id": f"live{k}a", "parentId": prev, "timestamp": iso(90000 + k), "message": m(full)}; put({"t": "entry", "entry": e}); prev = e["id"]
        ev(type="tool_execution_start", toolCallId=f"lc{k}", toolName="bash", args={"command": "make quay"}, intent=words(r, 3)); out = ""
        for j in range(20): out += words(r, 12) + "\n"; ev(type="tool_execution_update", toolCallId=f"lc{k}", toolName="bash", args={"command": "make quay"}, partialResult={"content": [{"type": "text", "text": out}]})
        ev(type="tool_execution_end", toolCallId=f"lc{k}", toolName="bash", result={"content": [{"type": "text", "text": out}]}, isError=False)
        e = {"type": "message", "id": f"live{k}r", "parentId": prev, "timestamp": iso(90000 + k), "message": {"role": "toolResult", "toolCallId": f"lc{k}", "toolName": "bash", "content": [{"type": "text", "text": out}], "isError": False, "timestamp": (T0 + 90000 + k) * 1000}}; put({"t": "entry", "entry": e}); prev = e["id"]
        put({"t": "bus", "channel": "task:subagent:progress", "data": {"index": 0, "agent": "task", "task": "survey", "progress": {"index": 0, "id": "Sub1", "agent": "task", "status": "running", "task": "survey", "recentTools": [], "recentOutput": [], "toolCount": k, "requests": k, "tokens": 1000 * k, "cost": 0.01 * k, "durationMs": 1000 * k}}})
    for k in range(200):
        e = {"type": "message", "id": f"tail{k}", "parentId": prev, "timestamp": iso(91000 + k), "message": {"role": "user", "content": para(r, 20), "timestamp": (T0 + 91000 + k) * 1000}}; put({"t": "entry", "entry": e}); prev = e["id"]
    ev(type="agent_end"); put({"t": "state", "state": state(False)})
    if f is not sys.stdout: f.close()
    print(json.dumps({"entries": o.entries, "updates": per * 10, **stats, "sha256": h.hexdigest()}), file=sys.stderr)
main()
