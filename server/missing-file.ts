/** For `.catch` on file access: a missing file becomes undefined; any other error is thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}
