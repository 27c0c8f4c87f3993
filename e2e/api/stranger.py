#!/usr/bin/env python3
"""Takes a device into a namespace, as somebody would who has docs/reference/openapi-community.json and Python, and nothing else.

stranger.py URL USERNAME, the password on standard input. Prints what it found as JSON.
"""

import base64
import hashlib
import json
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request

PRIME = 2**255 - 19
CURVE = -121665 * pow(121666, -1, PRIME)
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE_Y = 4 * pow(5, -1, PRIME) % PRIME


def added(first, second):
    """The sum of two points of edwards25519 (RFC 8032, section 5.1)."""
    (x1, y1), (x2, y2) = first, second
    both = CURVE * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + both, -1, PRIME) % PRIME,
        (y1 * y2 + x1 * x2) * pow(1 - both, -1, PRIME) % PRIME,
    )


def public_key(secret):
    """The public key to 32 secret bytes, as PEM (RFC 8032, section 5.1.5; RFC 8410, section 4)."""
    scalar = int.from_bytes(hashlib.sha512(secret).digest()[:32], "little")
    scalar = scalar & ((1 << 254) - 8) | 1 << 254
    point, power = (0, 1), (BASE_X, BASE_Y)
    while scalar:
        if scalar & 1:
            point = added(point, power)
        power, scalar = added(power, power), scalar >> 1
    x, y = point
    encoded = (y | (x & 1) << 255).to_bytes(32, "little")
    text = base64.b64encode(bytes.fromhex("302a300506032b6570032100") + encoded).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n"


class Server:
    def __init__(self, url, credential=None):
        self.url = url
        self.credential = credential or {}

    def call(self, method, path, body=None, **query):
        """Returns the reply's headers and its JSON, or None for an empty body."""
        address = self.url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(address, method=method, headers=self.credential)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=30) as reply:
            text = reply.read()
            return reply.headers, json.loads(text) if text else None

    def refusal(self, method, path, body=None):
        """The status and the code with which a call is refused."""
        try:
            self.call(method, path, body)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)["code"]
        raise SystemExit(f"{method} {path} was not refused")


def main():
    url, username = sys.argv[1:]
    password = sys.stdin.readline().rstrip("\n")
    anybody = Server(url)

    _, info = anybody.call("GET", "/info")
    _, login = anybody.call("POST", "/api/login", {"username": username, "password": password})
    owner = Server(url, {"Authorization": "Bearer " + login["token"]})

    hostname = "stranger-" + secrets.token_hex(4)
    registration = {
        "hostname": hostname,
        "identity": {"mac": ":".join(f"{byte:02x}" for byte in b"\x02" + secrets.token_bytes(5))},
        "info": {"id": "plan9", "pretty_name": "Plan 9", "version": "0.1", "arch": "amd64", "platform": "native"},
        "public_key": public_key(secrets.token_bytes(32)),
        "tenant_id": login["tenant"],
    }
    _, device = anybody.call("POST", "/api/devices/auth", registration)
    _, waiting = owner.call("GET", "/api/devices", status="pending")
    owner.call("PATCH", f"/api/devices/{device['uid']}/accept")
    owner.call("POST", f"/api/devices/{device['uid']}/tags", {"tag": "borrowed"})

    wanted = [
        {"type": "property", "params": {"name": "tags", "operator": "contains", "value": ["borrowed"]}},
        {"type": "property", "params": {"name": "info.id", "operator": "eq", "value": "plan9"}},
        {"type": "operator", "params": {"name": "and"}},
    ]
    encoded = base64.b64encode(json.dumps(wanted).encode()).decode()
    headers, found = owner.call("GET", "/api/devices", filter=encoded, sort_by="name", order_by="asc")

    _, key = owner.call("POST", "/api/namespaces/api-key", {"name": "stranger", "expires_at": 30, "role": "observer"})
    program = Server(url, {"X-API-KEY": key["id"]})
    _, seen = program.call("GET", f"/api/devices/{device['uid']}")
    _, stats = program.call("GET", "/api/stats")

    result = {
        "version": info["version"],
        "hostname": hostname,
        "uid": device["uid"],
        "waiting": [each["uid"] for each in waiting],
        "found": [each["uid"] for each in found],
        "total": int(headers["X-Total-Count"]),
        "seen": {field: seen[field] for field in ("name", "status", "tags")},
        "stats": stats,
        "refused": program.refusal("DELETE", f"/api/devices/{device['uid']}"),
        "unknown": owner.refusal("GET", "/api/devices/" + "0" * 64),
    }
    print(json.dumps(result))


main()
