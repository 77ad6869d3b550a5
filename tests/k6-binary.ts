/** The k6 under which tests run: what `npm test` has found, else the one on PATH. */
export const k6Binary = process.env['K6_BIN_FOR_TESTS'] ?? 'k6';
