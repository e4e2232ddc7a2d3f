#!/usr/bin/env python3
"""Makes sealed-alerts.json with another implementation than ours: Python's cryptography package (Debian: python3-cryptography).

The sealing is RFC 9180 in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM, written here from the
RFC's text; keys are derived from labels, so that the file comes out the same every time.
"""
import base64
import hashlib
import hmac
import json
import pathlib

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEM = b"KEM\x00\x20"
SUITE = b"HPKE\x00\x20\x00\x01\x00\x02"


def extract(salt, ikm):
    return hmac.new(salt or bytes(32), ikm, hashlib.sha256).digest()


def expand(prk, info, length):
    out, block, counter = b"", b"", 1
    while len(out) < length:
        block = hmac.new(prk, block + info + bytes([counter]), hashlib.sha256).digest()
        out += block
        counter += 1
    return out[:length]


def labeled_extract(suite, salt, label, ikm):
    return extract(salt, b"HPKE-v1" + suite + label + ikm)


def labeled_expand(suite, prk, label, info, length):
    return expand(prk, length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, length)


def public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def seal(recipient, one_time, info, aad, plaintext):
    enc = public(one_time)
    dh = one_time.exchange(X25519PublicKey.from_public_bytes(recipient))
    eae = labeled_extract(KEM, b"", b"eae_prk", dh)
    shared = labeled_expand(KEM, eae, b"shared_secret", enc + recipient, 32)
    context = (
        b"\x00"
        + labeled_extract(SUITE, b"", b"psk_id_hash", b"")
        + labeled_extract(SUITE, b"", b"info_hash", info)
    )
    secret = labeled_extract(SUITE, shared, b"secret", b"")
    key = labeled_expand(SUITE, secret, b"key", context, 32)
    nonce = labeled_expand(SUITE, secret, b"base_nonce", context, 12)
    return enc, AESGCM(key).encrypt(nonce, plaintext, aad)


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text):
    body = json.dumps(text, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    size = next(s for s in (256, 512, 1024, 2048) if len(body) + 2 <= s)
    return len(body).to_bytes(2, "big") + body + bytes(size - 2 - len(body))


CASES = [
    ("a question with two options", "ask", "5",
     {"title": "relay audit", "body": "Run the migration?", "options": ["Approve", "Decline"], "wantsText": False}),
    ("a question that wants a text", "ask", "\"q-1\"",
     {"title": "Enclave", "body": "Wie soll der Pier heißen? 港口 👩‍👩‍👧", "options": [], "wantsText": True}),
    ("the end of a turn", "turnEnded", None,
     {"title": "relay audit", "body": "The turn is over.", "options": [], "wantsText": False}),
    ("the end of a session with a long text", "sessionEnded", None,
     {"title": "relay audit", "body": "gone " * 250, "options": [], "wantsText": False}),
]

vectors = []
for name, reason, ask, text in CASES:
    room = hashlib.sha256(b"room " + name.encode()).hexdigest()
    device = X25519PrivateKey.from_private_bytes(hashlib.sha256(b"device " + name.encode()).digest())
    one_time = X25519PrivateKey.from_private_bytes(hashlib.sha256(b"once " + name.encode()).digest())
    info = f"enclave alert 1\n{room}\n{reason}\n{ask or ''}".encode()
    plaintext = padded(text)
    enc, ct = seal(public(device), one_time, info, b"", plaintext)
    payload = {"version": 1, "room": room, "reason": reason, "sealed": {"v": 1, "epk": b64(enc), "ct": b64(ct)}}
    if ask is not None:
        payload["askId"] = ask
    vectors.append({
        "name": name,
        "deviceSecret": hashlib.sha256(b"device " + name.encode()).hexdigest(),
        "devicePublic": public(device).hex(),
        "oneTimeSecret": hashlib.sha256(b"once " + name.encode()).hexdigest(),
        "info": info.decode(), "plaintext": plaintext.hex(), "payload": payload, "text": text,
    })

target = pathlib.Path(__file__).with_name("sealed-alerts.json")
target.write_text(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n")
