import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import document


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        operations = {"/api/v1/user": document.user, "/api/v1/sync/status": document.sync}
        operation = operations.get(self.path.split("?")[0])
        self.send(404, None) if operation is None else self.send(200, operation())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.split("?")[0]
        if path == "/api/v1/backup/create":
            return self.send(201, document.backup())
        if path != "/api/v1/encrypt":
            return self.send(404, None)
        if not document.is_admitted(self.headers.get("Authorization"), lambda text: text.split()[-1:] == [document.token]):
            return self.send(401, {"error": "unauthorised"})
        try:
            result = document.encrypt(json.loads(body))
        except ValueError:
            result = None
        return self.send(400 if result is None else 200, result)

    def send(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


# Five, unless told otherwise: more connections at once are reset on a busy machine.
ThreadingHTTPServer.request_queue_size = 128
ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Service).serve_forever()
