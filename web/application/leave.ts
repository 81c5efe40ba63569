import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

function promise() {
  let resolve = () => {};
  const gone = new Promise<void>((done) => {
    resolve = done;
  });
  return { gone, resolve };
}

/**
 * Goes elsewhere, and is done when this page is gone. For what is about to go to the trash: it has no page
 * any more, and the live stream would ask for it before the answer has come.
 */
export function useLeave(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const [{ gone, resolve }] = useState(promise);
  useEffect(() => resolve, [resolve]);
  return async (to) => {
    await navigate(to);
    await gone;
  };
}
