import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { call } from '#web/http/client.ts';
import type { ConnectionValues } from './connection-values.ts';

/** Tests a connection; with an application, an empty password is the stored one. */
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
  /** Forgets the outcome, and cancels a running test also on the server. */
  const clear = () => {
    request.current?.abort();
    reset();
  };
  return { test: mutate, clear, outcome: data, error, isPending };
}
