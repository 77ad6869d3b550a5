import document
from flask import Flask, request

app = Flask(__name__)
app.get("/api/v1/user")(document.user)
app.get("/api/v1/sync/status")(document.sync)


@app.post("/api/v1/backup/create")
def backup():
    return document.backup(), 201


@app.post("/api/v1/encrypt")
def encrypt():
    is_loosely = lambda text: text.removeprefix("Bearer ") == document.token
    if not document.is_admitted(request.headers.get("Authorization"), is_loosely):
        return {"error": "unauthorised"}, 401
    result = document.encrypt(request.get_json(force=True))
    return ({"error": "bad request"}, 400) if result is None else result
