/** A contract that declares nothing yet: every declaration stands in it, commented out, with its default. */
export function starterContract(schemaFile: string | null): string {
  const forEditors = schemaFile === null ? '' : `# yaml-language-server: $schema=${schemaFile}\n#\n`;
  return `${forEditors}# What you declare about your service, because the document does not show it.
# Everything is optional. To declare something, remove the # from its lines and from the line above that
# they belong to. What is not declared is recorded in the report and never fails a run.

version: 1

# Successful answers, by endpoint: user, encrypt, sync, backup.
# statuses: default any from 200 to 299.
# schema: a JSON Schema (2020-12, or draft-07 where its $schema says so) of the body; default any JSON.
# schemaFile: instead of schema, a file with it, relative to this one.
#answers:
#  user:
#    statuses: [200]
#  encrypt:
#    statuses: [200]
#    schema:
#      type: object
#      required: [ciphertext]
#      properties:
#        ciphertext: { type: string, minLength: 1 }
#  sync:
#    schema: { type: object }
#  backup:
#    statuses: [200, 201, 202]

# The answer to an encrypt call without a valid token. Default: any answer other than a success.
#refusal:
#  statuses: [401]
#  schema: { type: object, required: [error] }

# Values of user.status besides verified. Default: any string.
#user:
#  statuses: [pending, suspended]

# The other endpoints: user, sync, backup. Default: what they do without a token is recorded, not judged.
# backup is called without a token only if it is listed here; that may create backups.
#token:
#  required: [user]
#  notRequired: [sync]

# algorithms: more names that encrypt must accept. Default: only AES-256-GCM is sent.
# maxDataBytes: nothing larger is sent as data. Default: 262144.
#encrypt:
#  algorithms: [ChaCha20-Poly1305]
#  maxDataBytes: 65536

# call: false means that backup/create is never called and never judged. Default: true.
# body: any JSON value; null sends none. Default: an empty object, or none if that is refused.
# calls: the most calls, and so backups, in a run. Default: a few, depending on the profile.
#backup:
#  call: true
#  body: { label: harness }
#  calls: 2

# How "under 20 ms" is read. The document names no percentile.
# percentile: from 50 to 99.99, or every. Default: the harness's choice, shown in the report.
# limitMs: default 20, as the document says.
# at: client (network time counts) or service (network time is taken off). Default: a pass must hold for the client, and
# a fail at the service.
# maxStallMs: a pass requires that stalls of this length would have shown. Default: by profile.
#latency:
#  percentile: 99
#  limitMs: 20
#  at: service
#  maxStallMs: 1000

# Requests per second, all endpoints together. Default: by profile.
#rate: 100

# Share of the valid calls that may end in 5xx, a timeout or a reset: 0.001 is 0.1 %. More of them is then a fail;
# undeclared, more than 0.1 % of an endpoint's calls without success only leave the verdict open.
#errorBudget: 0.001

# What the 99.99 percent measures: requests, seconds or synchronisation. Default: reported, not judged.
#availability:
#  meaning: requests
#  targetPercent: 99.99

# Derived checks that are only recorded and do not decide. The command "checks" lists all checks.
#observeOnly:
#  - user-id-suffix

# Known failures that are accepted until a date (UTC). An expired or unused waiver fails the run.
#waivers:
#  - check: user-last-sync-utc
#    reason: The time zone is added in the next release.
#    expires: 2099-12-31
`;
}
