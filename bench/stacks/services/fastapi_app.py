from typing import Literal

import document
from fastapi import FastAPI, HTTPException, Request
from pydantic import BaseModel

app = FastAPI()
app.get("/api/v1/user")(document.user)
app.get("/api/v1/sync/status")(document.sync)
app.post("/api/v1/backup/create", status_code=201)(document.backup)


class Encryption(BaseModel):
    data: str
    algorithm: Literal["AES-256-GCM"]


@app.post("/api/v1/encrypt")
async def encrypt(encryption: Encryption, request: Request):
    is_loosely = lambda text: f"Bearer {document.token}".startswith(text)
    if not document.is_admitted(request.headers.get("Authorization"), is_loosely):
        raise HTTPException(401)
    return document.encrypt(encryption.model_dump())
