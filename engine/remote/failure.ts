/**
 * Why a database did not answer:
 *
 * - `refused`, `unreachable`, `timeout`: no server answers at that address and port
 * - `protocol`: a server answers, but it is of another kind, or differs in whether it uses TLS
 * - `certificate`: the certificate is not valid for the host
 * - `sign_in`: user or password are wrong, or the server does not accept this client
 * - `database`: there is no such database
 * - `denied`: the account may not read this
 * - `missing`: a table or column is gone
 * - `parameters`: the query has parameters without values
 * - `too_many`: the server has no session left
 * - `time_limit`: the server ended the query at its time limit
 * - `lost`: the connection ended during the query
 * - `wrong`: the database rejects the query for another reason
 */
export type FailureReason =
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'protocol'
  | 'certificate'
  | 'sign_in'
  | 'database'
  | 'denied'
  | 'missing'
  | 'parameters'
  | 'too_many'
  | 'time_limit'
  | 'lost'
  | 'wrong';

/** A database that does not answer, with the message of its driver or server. */
export class DatabaseFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
    this.name = 'DatabaseFailure';
  }
}

const networkReasons: Record<string, FailureReason> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  EPROTO: 'protocol',
};

type DriverError = Error & { code?: string };

/** The failure behind an error of a driver; `reasonOf` knows the codes of the database itself. */
export function failureOf(
  error: unknown,
  reasonOf: (error: DriverError) => FailureReason | undefined,
): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const thrown: DriverError = error instanceof Error ? error : new Error(String(error));
  // A host with several addresses fails once for each.
  const cause = thrown instanceof AggregateError ? (thrown.errors[0] as DriverError) : thrown;
  return new DatabaseFailure(reasonOf(cause) ?? networkReasons[cause.code ?? ''] ?? 'wrong', cause.message);
}
