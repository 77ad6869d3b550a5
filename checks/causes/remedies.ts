/** Remedies that are given in several places. */
export const quieter = `Run the test on a quieter machine, or give the load generator priority if it had none (--nice, which needs permission).`;
export const unchangedOptions = `Run the test again without options that change metrics or tags.`;
export const moreBackups = `To have the endpoint judged, declare more calls (backup.calls).`;

/** What helps where the service refuses the right token, or never gets it. */
export const checkToken = `Check that ACCESS_TOKEN is the token of this service, and that every gateway in front of it passes the Authorization header on (Apache: CGIPassAuth; nginx: underscores_in_headers and maps).`;

/** k6 reads no other codings. */
export const decodeFirst = `For bodies that k6 cannot decode: Content-Encoding must be gzip, deflate, br or zstd, in lower case and true of the body, and an empty body must have none.`;

/** In plain k6, which has no companion; generators that share a load cannot have one. */
export const measuring = <What extends string>(what: What) =>
  `Start the run with the command line, which measures ${what}. Where several generators share the load, measure longer instead (DURATION).` as const;
