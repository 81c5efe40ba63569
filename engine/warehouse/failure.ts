import { Problem } from '#contract/errors.ts';
import { Refusal } from '#engine/engine.ts';
import { clickhouseFailureOf } from '#engine/remote/clickhouse.ts';
import { DatabaseFailure, type FailureReason } from '#engine/remote/failure.ts';

// Reasons that the query itself causes.
const queryReasons = new Set<FailureReason>(['wrong', 'missing', 'parameters', 'database']);

/** The Problem for a failure of the warehouse. Users cannot change its settings: the cause is for the log. */
export function warehouseProblemOf(error: unknown): unknown {
  if (error instanceof Problem || error instanceof Refusal) return error;
  const cause = error instanceof DatabaseFailure ? error : clickhouseFailureOf(error);
  if (/no space left|not enough space|NOT_ENOUGH_SPACE/i.test(cause.message))
    return new Problem('disk_full', {}, { cause });
  if (queryReasons.has(cause.reason)) return new Refusal('wrong', cause.message);
  return new Problem('warehouse_unavailable', {}, { cause });
}

/** Whether no server of the warehouse could be used. */
export const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'warehouse_unavailable';

const hasReason = (error: unknown, reasons: FailureReason[]): boolean =>
  error instanceof DatabaseFailure
    ? reasons.includes(error.reason)
    : error instanceof Error && hasReason(error.cause, reasons);

/** Whether a server answers, but does not accept the user or the kind of connection: retrying does not help. */
export const isMisconfigured = (error: unknown) => hasReason(error, ['sign_in', 'certificate', 'protocol']);

/** Throws the Problem that rows cannot be stored. Errors in the SQL are not shown: users did not write it. */
export function throwStorageProblem(error: unknown): never {
  const problem = warehouseProblemOf(error);
  const isRejected = problem instanceof Refusal || hasReason(problem, ['denied']);
  throw isRejected ? new Problem('warehouse_failed', {}, { cause: problem }) : problem;
}

/** Throws failures of the query itself unchanged, so that they can be explained to its author; others as Problems. */
export function throwIfUnavailable(error: unknown): never {
  throw error instanceof DatabaseFailure && queryReasons.has(error.reason) ? error : warehouseProblemOf(error);
}
