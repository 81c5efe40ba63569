import { useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Marks the notifications of one cause as read, or all. */
export function useMarkRead(): (cause: string | null) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (cause: string | null) => call('POST /notifications/read', { cause }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
    onError: toastProblem,
  });
  return mutate;
}
