import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { call } from '#web/http/client.ts';
import type { ConnectionValues } from './connection-values.ts';

/** Tests a connection; for an existing application, an empty password means the stored one. */
export function useConnectionTest(application?: string) {
  const request = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: ({ password, ...settings }: ConnectionValues) => {
      request.current = new AbortController();
      const credentials = application === undefined || password ? { password } : {};
      const target = application === undefined ? {} : { application };
      return call('POST /connections/test', { ...settings, ...credentials, ...target }, request.current.signal);
    },
  });
  /** Clears the outcome and cancels a running test, on the server too. */
  const clear = () => {
    request.current?.abort();
    reset();
  };
  return { test: mutate, clear, outcome: data, error, isPending };
}
