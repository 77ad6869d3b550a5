const fastify = require('fastify');
const { port, user, sync, backup, encrypt, isAdmitted } = require('./document.cjs');

const isLoosely = (authorization, token) => new RegExp(`^Bearer ${token}`).test(authorization);

const app = fastify();
app.get('/api/v1/user', async () => user());
app.get('/api/v1/sync/status', async () => sync());
app.post('/api/v1/backup/create', async (_, reply) => reply.code(201).send(backup()));
app.post('/api/v1/encrypt', async ({ headers, body }, reply) => {
  if (!isAdmitted(headers.authorization, isLoosely)) return reply.code(401).send({ error: 'unauthorised' });
  return encrypt(body) ?? reply.code(400).send({ error: 'bad request' });
});
app.listen({ port, host: '127.0.0.1' });
