import { type ErrorCode, Problem } from '#contract/errors.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import type { ConnectionField, ConnectionValues } from './connection-values.ts';

/** Field values that may fix a failed connection, and the key of the button text. */
export type ConnectionFix = { change: Partial<ConnectionValues>; text: 'encrypt' | 'plain' | 'unchecked' | 'private' };

/** Why a connection failed, and the field that caused it, if any. */
export type ConnectionFault = {
  field: ConnectionField | undefined;
  sentence: string;
  fix: ConnectionFix | undefined;
};

const fieldsByCode: Partial<Record<ErrorCode, ConnectionField>> = {
  connection_refused: 'port',
  connection_unreachable: 'host',
  connection_timeout: 'host',
  connection_private: 'host',
  address_inside: 'host',
  host_unknown: 'host',
  host_silent: 'host',
  connection_protocol: 'tls',
  connection_certificate: 'tls',
  connection_sign_in: 'password',
  connection_password_needed: 'password',
  connection_unreadable: 'password',
  connection_database_missing: 'database',
  connection_denied: 'user',
};

/** The field, sentence and fix of a failed test. */
export function faultOf(error: unknown, values: ConnectionValues, mayAllowPrivate: boolean): ConnectionFault {
  const code = error instanceof Problem ? error.code : undefined;
  return {
    field: code && fieldsByCode[code],
    sentence: sentenceOf(error),
    fix: code && fixOf(code, values, mayAllowPrivate),
  };
}

function fixOf(code: ErrorCode, values: ConnectionValues, mayAllowPrivate: boolean): ConnectionFix | undefined {
  if (code === 'connection_certificate') return { change: { tls: 'encrypted' }, text: 'unchecked' };
  if (code === 'connection_private' && mayAllowPrivate) return { change: { allowsPrivate: true }, text: 'private' };
  if (code !== 'connection_protocol') return undefined;
  if (values.tls === 'off') return { change: { tls: 'verified' }, text: 'encrypt' };
  // Trino takes no password without encryption.
  if (values.kind === 'trino' && values.password) return undefined;
  return { change: { tls: 'off' }, text: 'plain' };
}
