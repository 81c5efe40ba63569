import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

/** Version, trace id, parent id and flags; later versions may append more. See https://www.w3.org/TR/trace-context/. */
const traceparentPattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const isZero = (id: string) => /^0+$/.test(id);

export const createTraceId = () => randomUUID().replaceAll('-', '');

/** The trace id of a request: the one in its `traceparent` header if that is valid, else a new one. */
export function traceIdOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string') return createTraceId();
  const [, version, traceId = '', parentId = '', rest] = traceparentPattern.exec(header) ?? [];
  const isValid = version && version !== 'ff' && !(version === '00' && rest) && !isZero(traceId) && !isZero(parentId);
  return isValid ? traceId : createTraceId();
}

/** The `traceparent` header of a request to another server about the same trace. */
export const traceparentOf = (traceId: string) => `00-${traceId}-${randomBytes(8).toString('hex')}-01`;

/**
 * Services whose log lines have the trace id of the request, if the context that inherits from them has one. The logger
 * is created when a line is written: most requests write none from their handlers.
 */
export function traceLog<S extends { log: Logger }>(services: S): S {
  const getLog = function (this: { traceId?: string }): Logger {
    return this.traceId === undefined ? services.log : services.log.child({ traceId: this.traceId });
  };
  return Object.create(services, { log: { get: getLog } }) as S;
}
