/** What a person can do about a failure. */
type FailureAdvice = 'recreate' | 'access' | 'target' | 'rename' | 'address' | 'connection' | 'imports';

const adviceByCode: Record<string, FailureAdvice> = {
  extract_nobody: 'recreate',
  extract_unreadable: 'recreate',
  extract_growing_column: 'recreate',
  extract_too_large: 'recreate',
  extract_unseen: 'access',
  extract_target_gone: 'target',
  name_taken: 'rename',
  columns_clash: 'imports',
  too_many_rejects: 'imports',
  no_rows_fit: 'imports',
  rows_missing: 'imports',
};

const adviceByArea: Record<string, FailureAdvice> = {
  address: 'address',
  host: 'address',
  connection: 'connection',
  file: 'imports',
};

/** The advice for an error code; undefined if the message is sufficient. */
export const adviceOf = (code: string): FailureAdvice | undefined =>
  adviceByCode[code] ?? adviceByArea[code.split('_')[0]!];
