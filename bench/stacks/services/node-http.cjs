const { createServer } = require('node:http');
const { port, user, sync, backup, encrypt, isAdmitted } = require('./document.cjs');

const isLoosely = (authorization, token) => authorization.split(' ')[1] === token;

createServer(async (request, response) => {
  const send = (status, value) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const chunks = await request.toArray();
  switch (`${request.method} ${request.url.split('?')[0]}`) {
    case 'GET /api/v1/user':
      return send(200, user());
    case 'GET /api/v1/sync/status':
      return send(200, sync());
    case 'POST /api/v1/backup/create':
      return send(201, backup());
    case 'POST /api/v1/encrypt': {
      if (!isAdmitted(request.headers.authorization, isLoosely)) return send(401, { error: 'unauthorised' });
      const result = encrypt(parsed(Buffer.concat(chunks).toString()));
      return result === null ? send(400, { error: 'bad request' }) : send(200, result);
    }
    default:
      return send(404, { error: 'not found' });
  }
}).listen(port, '127.0.0.1');

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
