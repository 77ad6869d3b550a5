/** Globals of k6 that its types omit. */
declare const __ENV: Readonly<Record<string, string | undefined>>;
/** Number of the virtual user. 0 outside virtual users, where k6 reads the options. */
declare const __VU: number;
declare const HARNESS_VERSION: string;
/** The first line of every script; `cli/contract/scenario-script.ts` writes it. */
declare const HARNESS_RUN: {
  readonly scenario: string;
  /** File name of the contract; null: there is none. */
  readonly contractFile: string | null;
  readonly contract: import('../schemas/contract.ts').Contract;
  readonly validators: import('../schemas/contract.ts').DeclaredValidators;
  /** null: plain k6. */
  readonly run: import('../reports/report.ts').StartedRun | null;
};
declare const console: { warn(text: string): void; log(text: string): void };

/** Reads a file beside the script. Available in the init stage only. */
declare function open(path: string): string;

interface ImportMeta {
  resolve(specifier: string): string;
}

/** The part of the Encoding standard used here. */
declare const TextDecoder: new (
  label: 'utf-8',
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes: ArrayBuffer): string };
