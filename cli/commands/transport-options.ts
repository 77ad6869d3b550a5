import type { Command } from 'commander';

const headerWords =
  "'Name: value' to send with each request to the service (repeatable); REQUEST_HEADERS keeps secrets out of the process list";

/** How requests reach the service: what `TransportOptions` holds. */
export function addTransportOptions(command: Command): Command {
  return command
    .option('--header <header>', headerWords, (one, others: string[] = []) => [...others, one])
    .option('--cert <file>', 'client certificate (PEM); default: CLIENT_CERT')
    .option('--key <file>', 'its key (PEM); default: CLIENT_KEY')
    .option('--cacert <file>', 'a further certificate authority to trust (PEM; on Linux only)')
    .option('--insecure', 'do not verify the certificate of the service; the report says so');
}
