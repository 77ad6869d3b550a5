"""What the document states, for the services in Python. FLAW names what one of them does wrong."""

import base64
import os
import secrets
from datetime import datetime, timezone

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

token = os.environ["ACCESS_TOKEN"]
flaw = os.environ.get("FLAW")
key = AESGCM(AESGCM.generate_key(256))
last_sync = datetime.now(timezone.utc)


def date_text():
    printed = last_sync.replace(tzinfo=None) if flaw == "printed date" else last_sync
    return printed.isoformat()


def user():
    record = {"id": "usr_7f3a", "status": "verified", "encryption_key_exists": True}
    return {"user": {**record, "last_sync": date_text()}}


def sync():
    return {"in_sync": True, "last_sync": date_text()}


def backup():
    global last_sync
    last_sync = datetime.now(timezone.utc)
    return {"backup_id": secrets.token_hex(8), "created_at": date_text()}


def encrypt(request):
    """None: the request is not as the document shows it."""
    if not isinstance(request, dict) or not isinstance(request.get("data"), str):
        return None
    if request.get("algorithm") != "AES-256-GCM":
        return None
    nonce = secrets.token_bytes(12)
    ciphertext = key.encrypt(nonce, request["data"].encode(), None)
    text = {"nonce": nonce, "ciphertext": ciphertext}
    return {"algorithm": "AES-256-GCM", **{name: base64.b64encode(value).decode() for name, value in text.items()}}


def is_admitted(authorization, is_loosely):
    """is_loosely: how a service with a loose guard compares."""
    if flaw == "no guard":
        return True
    if flaw == "loose guard":
        return is_loosely(authorization or "")
    return secrets.compare_digest((authorization or "").encode(), f"Bearer {token}".encode())
