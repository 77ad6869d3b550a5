/** What the document states, for the services in JavaScript. `FLAW` names what one of them does wrong. */
const { createCipheriv, randomBytes } = require('node:crypto');

const { ACCESS_TOKEN: token, FLAW: flaw, PORT: port } = process.env;
const key = randomBytes(32);
let lastSync = new Date();

const dateText = () => (flaw === 'printed date' ? String(lastSync) : lastSync.toISOString());

const user = () => ({
  user: { id: 'usr_7f3a', status: 'verified', encryption_key_exists: true, last_sync: dateText() },
});

const sync = () => ({ in_sync: true, last_sync: dateText() });

function backup() {
  lastSync = new Date();
  return { backup_id: randomBytes(8).toString('hex'), created_at: dateText() };
}

/** null: the request is not as the document shows it. */
function encrypt(request) {
  const { data, algorithm } = Object(request);
  if (typeof data !== 'string' || algorithm !== 'AES-256-GCM') return null;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(data, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm, nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** `isLoosely`: how a service with a loose guard compares. */
function isAdmitted(authorization = '', isLoosely) {
  if (flaw === 'no guard') return true;
  return flaw === 'loose guard' ? isLoosely(authorization, token) : authorization === `Bearer ${token}`;
}

module.exports = { port: Number(port), user, sync, backup, encrypt, isAdmitted };
