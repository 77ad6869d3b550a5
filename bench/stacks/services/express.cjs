const express = require('express');
const { port, user, sync, backup, encrypt, isAdmitted } = require('./document.cjs');

const isLoosely = (authorization, token) => authorization.includes(token);

const app = express();
app.get('/api/v1/user', (_, response) => response.json(user()));
app.get('/api/v1/sync/status', (_, response) => response.json(sync()));
app.post('/api/v1/backup/create', (_, response) => response.status(201).json(backup()));
app.post('/api/v1/encrypt', express.json(), ({ headers, body }, response) => {
  if (!isAdmitted(headers.authorization, isLoosely)) return response.sendStatus(401);
  const result = encrypt(body);
  return result === null ? response.sendStatus(400) : response.json(result);
});
app.listen(port, '127.0.0.1');
