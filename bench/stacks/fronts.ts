/** A server in front, with lines of its own in its configuration. TOKEN stands for the token, FOLDER for a folder of its own. */
export interface Front {
  readonly kind: FrontKind;
  /** In nginx's http, in HAProxy's backend. */
  readonly around?: string;
  /** In nginx's server, HAProxy's frontend, Apache's server, Varnish's VCL. */
  readonly server?: string;
  /** In nginx's location of everything. */
  readonly location?: string;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly backends: readonly number[];
}

export type FrontKind = 'nginx' | 'nginx with TLS' | 'HAProxy' | 'Apache' | 'Apache with CGI' | 'Varnish';

interface Kind {
  /** Commands that must be there. */
  readonly needs: readonly string[];
  readonly text: (front: Front, place: Place) => string;
  /** Runs it in the foreground. */
  readonly command: (file: string, place: Place) => readonly string[];
}

const nginx = (listen: string, ...needs: string[]): Kind => ({
  needs: ['nginx', ...needs],
  command: (file, { folder }) => ['nginx', '-p', folder, '-c', file],
  text: ({ around = '', server = '', location = '' }, { folder, port, backends }) => `
daemon off;
user root;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream service { ${backends.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
  ${around}
  server {
    listen 127.0.0.1:${port}${listen};
    ${server}
    location / {
      proxy_pass http://service;
      ${location}
    }
  }
}
`,
});

const modules = '/usr/lib/apache2/modules';
const loaded = [
  ...['mpm_event', 'authn_core', 'authz_core', 'setenvif', 'env', 'headers', 'rewrite', 'alias', 'cgid'],
  ...['proxy', 'proxy_http', 'filter', 'deflate'],
];

const apache = (service: (place: Place) => string, ...needs: string[]): Kind => ({
  needs: ['apache2', ...needs],
  command: (file) => ['apache2', '-D', 'FOREGROUND', '-f', file],
  text: ({ server = '' }, place) => `
ServerRoot ${place.folder}
DefaultRuntimeDir ${place.folder}
PidFile ${place.folder}/apache.pid
ErrorLog ${place.folder}/error.log
ServerName localhost
User www-data
Group www-data
Listen 127.0.0.1:${place.port}
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
ScriptSock ${place.folder}/cgid.sock
${service(place)}
${server}
`,
});

export const fronts: Readonly<Record<FrontKind, Kind>> = {
  nginx: nginx(''),
  'nginx with TLS': nginx(' ssl http2', 'openssl'),
  HAProxy: {
    needs: ['haproxy'],
    command: (file) => ['haproxy', '-db', '-f', file],
    text: ({ around = '', server = '' }, { port, backends }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
cache answers
  total-max-size 4
  max-age 60
frontend front
  bind 127.0.0.1:${port}
  ${server}
  default_backend service
backend service
  ${around}
  ${backends.map((one, index) => `server s${index} 127.0.0.1:${one}`).join('\n  ')}
`,
  },
  Apache: apache(({ backends: [port] }) => `ProxyPass / http://127.0.0.1:${port}/`),
  'Apache with CGI': apache(
    ({ folder }) => `SetEnv ACCESS_TOKEN TOKEN\nScriptAlias / ${folder}/service/`,
    'go',
  ),
  Varnish: {
    needs: ['varnishd', 'gcc'],
    command: (file, { folder, port }) => [
      ...(['varnishd', '-F', '-j', 'none', '-f', file] as const),
      ...['-a', `127.0.0.1:${port}`, '-n', `${folder}/varnish`, '-s', 'malloc,32m'],
    ],
    text: ({ server = '' }, { backends: [port] }) => `vcl 4.1;
import std;
backend default { .host = "127.0.0.1"; .port = "${port}"; }
${server}
`,
  },
};
