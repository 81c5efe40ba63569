import { useMutation, useQueryClient } from '@tanstack/react-query';

import { keysQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Makes a key of an application; its secret is known here until the page goes. */
export function useNewKey(application: string, onMade?: (secret: string) => void) {
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
