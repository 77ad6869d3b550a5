import { closeTlsServers, saying, type WrongTls, wrongTls } from '../../tests/wrong-tls.ts';
import { type Row, unreached } from './row.ts';

export const tlsRows: readonly Row[] = [
  ...wrongTls,
  {
    what: 'noise in place of a handshake',
    port: () => saying('\x16\x03\x03\xff\xff'.repeat(9999)),
    options: {},
    scheme: 'https',
  },
].map(
  ({ what, port, options, scheme = 'https' }: Pick<WrongTls, 'what' | 'port' | 'options' | 'scheme'>) => ({
    name: what,
    due: unreached,
    async begin({ out }) {
      const cacert = options?.cacert;
      const trust = cacert === undefined ? [] : ['--cacert', cacert];
      return {
        words: ['smoke', '--out', out, ...trust],
        env: { BASE_URL: `${scheme}://localhost:${await port()}` },
        end: closeTlsServers,
      };
    },
  }),
);
