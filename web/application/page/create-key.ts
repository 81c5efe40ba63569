import { useMutation, useQueryClient } from '@tanstack/react-query';

import { keysQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Creates a key of an application; its secret is held in memory only while the component is mounted. */
export function useCreateKey(application: string, onMade?: (secret: string) => void) {
  const queries = useQueryClient();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (name: string) => call('POST /applications/:id/keys', { id: application, name }),
    onSuccess: ({ secret }) => {
      void queries.invalidateQueries({ queryKey: keysQuery(application).queryKey });
      onMade?.(secret);
    },
    onError: toastProblem,
  });
  return { create: mutate, secret: data?.secret, isPending };
}
