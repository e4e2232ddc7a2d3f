#!/usr/bin/env python3
"""Plays APNs on loopback: HTTP/2 over TLS, strict about headers, JWT signature checked with the public key.

usage: apns.py CERT KEY PUBLIC_POINT_HEX KEY_ID TEAM_ID
Standard output: one JSON object per line, {"port": N} first, then one per request. Standard input: one JSON object per
line, a scripted refusal: {"token": prefix or "", "status": N, "body": {...}, "times": N, "drop": bool}.
Needs the Debian packages python3-h2 and python3-cryptography.
"""
import asyncio
import base64
import json
import re
import ssl
import sys
import threading
import time

import h2.config
import h2.connection
import h2.events
import h2.exceptions
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

CERT, KEY, POINT, KEY_ID, TEAM_ID = sys.argv[1:6]
PUBLIC = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(POINT))
UUID = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
rules = []
lock = threading.Lock()
verified = {}
connections = 0


def say(value):
    sys.stdout.write(json.dumps(value, sort_keys=True) + "\n")
    sys.stdout.flush()


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_token(token):
    """The reason APNs would give for a provider token, or None."""
    if token not in verified:
        try:
            head, claims, signature = token.split(".")
            raw = unbase64(signature)
            assert len(raw) == 64
            der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
            PUBLIC.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
            head, claims = json.loads(unbase64(head)), json.loads(unbase64(claims))
            assert head == {"alg": "ES256", "kid": KEY_ID} and claims["iss"] == TEAM_ID
            assert isinstance(claims["iat"], int) and set(claims) == {"iss", "iat"}
            verified[token] = claims["iat"]
        except (InvalidSignature, AssertionError, ValueError, KeyError):
            return "InvalidProviderToken"
    return None if abs(time.time() - verified[token]) < 3600 else "ExpiredProviderToken"


def violation(headers, body):
    """(status, reason) of what is wrong with a request, or None."""
    if headers.get(":method") != "POST":
        return 405, "MethodNotAllowed"
    if not re.fullmatch(r"/3/device/[0-9a-f]{16,512}", headers.get(":path", "")):
        return 404, "BadPath"
    authorization = headers.get("authorization", "")
    if not authorization.startswith("bearer "):
        return 403, "MissingProviderToken"
    reason = check_token(authorization[7:])
    if reason:
        return 403, reason
    kind, topic = headers.get("apns-push-type"), headers.get("apns-topic")
    if kind not in ("alert", "background", "liveactivity"):
        return 400, "InvalidPushType"
    if not topic:
        return 400, "MissingTopic"
    if (kind == "liveactivity") != topic.endswith(".push-type.liveactivity"):
        return 400, "BadTopic"
    if not UUID.match(headers.get("apns-id", "")):
        return 400, "BadMessageId"
    if headers.get("apns-priority") not in ("5", "10") or (kind == "background" and headers["apns-priority"] != "5"):
        return 400, "BadPriority"
    if not re.fullmatch(r"\d+", headers.get("apns-expiration", "")):
        return 400, "BadExpirationDate"
    if len(headers.get("apns-collapse-id", "").encode()) > 64:
        return 400, "BadCollapseId"
    if not body:
        return 400, "PayloadEmpty"
    if len(body) > 4096:
        return 413, "PayloadTooLarge"
    try:
        aps = json.loads(body)["aps"]
    except (ValueError, KeyError):
        return 400, "PayloadEmpty"
    if kind == "alert" and not {"alert", "badge", "sound"} & set(aps):
        return 400, "InvalidPushType"
    if kind == "background" and (aps.get("content-available") != 1 or {"alert", "badge", "sound"} & set(aps)):
        return 400, "InvalidPushType"
    if kind == "liveactivity":
        if aps.get("event") not in ("start", "update", "end") or not isinstance(aps.get("timestamp"), int):
            return 400, "InvalidPushType"
        if "content-state" not in aps or (aps["event"] == "start") != ("attributes-type" in aps):
            return 400, "InvalidPushType"
    return None


def scripted(token):
    with lock:
        for rule in rules:
            if rule["times"] > 0 and token.startswith(rule["token"]):
                rule["times"] -= 1
                return rule
    return None


class Connection(asyncio.Protocol):
    def __init__(self):
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.streams = {}
        self.number = 0

    def connection_made(self, transport):
        global connections
        connections += 1
        self.number = connections
        self.transport = transport
        self.h2.initiate_connection()
        self.flush()

    def flush(self):
        data = self.h2.data_to_send()
        if data:
            self.transport.write(data)

    def data_received(self, data):
        try:
            events = self.h2.receive_data(data)
        except h2.exceptions.ProtocolError:
            self.flush()
            self.transport.close()
            return
        for event in events:
            if isinstance(event, h2.events.RequestReceived):
                self.streams[event.stream_id] = (event.headers, bytearray())
            elif isinstance(event, h2.events.DataReceived):
                if event.stream_id in self.streams:
                    self.streams[event.stream_id][1].extend(event.data)
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                if event.stream_id in self.streams:
                    self.answer(event.stream_id, *self.streams.pop(event.stream_id))
            elif isinstance(event, h2.events.StreamReset):
                self.streams.pop(event.stream_id, None)
        self.flush()

    def answer(self, stream, pairs, body):
        headers = dict(pairs)
        wrong = violation(headers, bytes(body))
        token = headers.get(":path", "").rsplit("/", 1)[-1]
        rule = None if wrong else scripted(token)
        status, answer = 200, b""
        if wrong:
            status, answer = wrong[0], json.dumps({"reason": wrong[1]}).encode()
        elif rule:
            status, answer = rule["status"], json.dumps(rule["body"]).encode()
        say({
            "status": status, "violation": wrong[1] if wrong else None, "connection": self.number, "token": token,
            "headers": {name: value for name, value in headers.items() if name != "authorization"},
            "provider": headers.get("authorization", ""), "body": body.decode("utf-8", "replace"), "at": time.time(),
        })
        if rule and rule.get("drop"):
            self.transport.abort()
            return
        self.h2.send_headers(stream, [
            (":status", str(status)), ("apns-id", headers.get("apns-id", "")), ("content-length", str(len(answer))),
        ], end_stream=not answer)
        if answer:
            self.h2.send_data(stream, answer, end_stream=True)


def read_rules():
    for line in sys.stdin:
        rule = {"token": "", "body": {}, "times": 1, "drop": False, "status": 200, **json.loads(line)}
        with lock:
            rules.append(rule)
    # The test has gone: so must this.
    import os
    os._exit(0)


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERT, KEY)
    context.set_alpn_protocols(["h2"])
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, ssl=context)
    say({"port": server.sockets[0].getsockname()[1]})
    threading.Thread(target=read_rules, daemon=True).start()
    async with server:
        await server.serve_forever()


asyncio.run(main())
