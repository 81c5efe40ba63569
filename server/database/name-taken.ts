import { Problem } from '#contract/errors.ts';

/** The unique indexes of names that people choose. */
const nameIndexes = new Set(['datasets_name', 'groups_name_unique', 'views_name']);

type DatabaseError = { cause?: { constraint?: string } };

/**
 * For a failed write: if its name is taken, throws the Problem for that. A check before the write does not see a name
 * that is taken at the same moment.
 */
export const throwNameTaken =
  (name: string) =>
  (error: DatabaseError): never => {
    throw nameIndexes.has(error.cause?.constraint ?? '') ? new Problem('name_taken', { value: name }) : error;
  };
