import { useMutation } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Marks the notifications of one cause as read, or all. */
export function useMarkRead(): (cause: string | null) => void {
  const { mutate } = useMutation({
    mutationFn: (cause: string | null) => call('POST /notifications/read', { cause }),
    onError: toastProblem,
  });
  return mutate;
}
