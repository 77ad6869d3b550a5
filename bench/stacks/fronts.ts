/** A server in front, with lines of its own in its configuration. TOKEN stands for the token, FOLDER for a folder of its own, PORT for its port, CERT and KEY for files of a certificate. */
export interface Front {
  readonly kind: FrontKind;
  /** In nginx's http, in HAProxy's backend. */
  readonly around?: string;
  /** In nginx's server, HAProxy's frontend, Apache's server, Varnish's VCL. */
  readonly server?: string;
  /** In nginx's location of everything. */
  readonly location?: string;
}

export type FrontKind = 'nginx' | 'nginx with TLS' | 'HAProxy' | 'Apache' | 'Apache with CGI' | 'Varnish';

interface Kind {
  /** Of the configuration, with the ports of the backends. */
  readonly text: (front: Front, backends: readonly number[]) => string;
  /** Runs it in the foreground, with its configuration in FILE. */
  readonly command: string;
}

const nginx = (listen: string): Kind => ({
  command: 'nginx -p FOLDER -c FILE',
  text: ({ around = '', server = '', location = '' }, backends) => `
daemon off;
user root;
pid FOLDER/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path FOLDER/${name};`).join(' ')}
  upstream service { ${backends.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
  ${around}
  server {
    listen 127.0.0.1:PORT${listen};
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

const apache = (service: (backends: readonly number[]) => string): Kind => ({
  command: 'apache2 -D FOREGROUND -f FILE',
  text: ({ server = '' }, backends) => `
ServerRoot FOLDER
DefaultRuntimeDir FOLDER
PidFile FOLDER/apache.pid
ErrorLog FOLDER/error.log
ServerName localhost
User www-data
Group www-data
Listen 127.0.0.1:PORT
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
ScriptSock FOLDER/cgid.sock
${service(backends)}
${server}
`,
});

export const fronts: Readonly<Record<FrontKind, Kind>> = {
  nginx: nginx(''),
  'nginx with TLS': nginx(' ssl http2'),
  HAProxy: {
    command: 'haproxy -db -f FILE',
    text: ({ around = '', server = '' }, backends) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
cache answers
  total-max-size 4
  max-age 60
frontend front
  bind 127.0.0.1:PORT
  ${server}
  default_backend service
backend service
  ${around}
  ${backends.map((one, index) => `server s${index} 127.0.0.1:${one}`).join('\n  ')}
`,
  },
  Apache: apache(([port]) => `ProxyPass / http://127.0.0.1:${port}/`),
  'Apache with CGI': apache(() => 'SetEnv ACCESS_TOKEN TOKEN\nScriptAlias / FOLDER/service/'),
  Varnish: {
    command: 'varnishd -F -j none -f FILE -a 127.0.0.1:PORT -n FOLDER/varnish -s malloc,32m',
    text: ({ server = '' }, [port]) => `vcl 4.1;
import std;
backend default { .host = "127.0.0.1"; .port = "${port}"; }
${server}
`,
  },
};
