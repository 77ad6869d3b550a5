/**
 * Loaded into tools that call home even where that is switched off: their telemetry is not there, and names of other
 * machines lead nowhere.
 */
const dns = require('node:dns');
const Module = require('node:module');

const load = Module._load;
const lookup = dns.lookup;

Module._load = (name, ...rest) => {
  if (name === 'posthog-node') throw new Error('telemetry is not there');
  return load(name, ...rest);
};

dns.lookup = (host, ...rest) => {
  if (host === 'localhost' || host === '127.0.0.1') return lookup(host, ...rest);
  const error = Object.assign(new Error(`${host} is not this machine`), { code: 'ENOTFOUND' });
  process.nextTick(rest.at(-1), error);
};
