import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

function createDeferred() {
  let resolve = () => {};
  const unmounted = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise: unmounted, resolve };
}

/**
 * Navigates away and resolves when this page is unmounted. For a page whose subject moves to the trash: otherwise the
 * live stream would refetch it before the response arrives.
 */
export function useLeavePage(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const [{ promise: unmounted, resolve }] = useState(createDeferred);
  useEffect(() => resolve, [resolve]);
  return async (to) => {
    await navigate(to);
    await unmounted;
  };
}
