import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { previewSql, type RunProgress } from '#web/http/run-query.ts';
import type { SqlRun } from '#web/sql-editor/RunBar.tsx';

/** Runs SQL in a connected database on demand. A new run, or leaving the page, cancels the previous run. */
export function useSqlPreview(application: string) {
  const controller = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<RunProgress>();
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (sql: string) => {
      cancel();
      const own = new AbortController();
      controller.current = own;
      setProgress(undefined);
      try {
        return await previewSql({ id: application, sql }, { signal: own.signal, onProgress: setProgress });
      } catch (cause) {
        // A cancelled run has no result.
        if (own.signal.aborted) return undefined;
        throw cause;
      }
    },
  });
  const isStopped = !isPending && !error && variables !== undefined && data === undefined;
  const answer: SqlRun = { isRunning: isPending, isStopped, progress, cancel };
  return { run: mutate, answer, result: data, error, sql: variables };
}
