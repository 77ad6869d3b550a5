import { obtainK6 } from '../cli/k6/obtain-k6.ts';
import { obtainBrowser } from './browser/obtain-browser.ts';

/** The programs that the tests run: k6 and a browser, obtained as a user's are. */
export async function obtainTools(say: (line: string) => void): Promise<{ k6: string; browser: string }> {
  const k6 = await obtainK6({ say });
  const browser = await obtainBrowser({ say });
  return { k6: k6.path, browser: browser.path };
}
