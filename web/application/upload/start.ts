import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { toastProblem } from '#web/ui/problem.ts';
import { startUploads } from './transfers.ts';

/** The application, the dataset in it, and the dashboard that files are meant for, as far as it is known. */
export type Goal = { into?: string | undefined; dataset?: string | undefined; then?: 'dashboard' | undefined };

const uploadPath = '/application/upload';

/** Sends files and goes to the page that shows how far they are; there it adds to those that are on it. */
export function useUpload({ into, dataset, then }: Goal): (files: File[]) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      const query = new URLSearchParams(pathname === uploadPath ? search : '');
      // Those that are being loaded go on by themselves.
      query.delete('import');
      if (into) query.set('into', into);
      if (dataset) query.set('dataset', dataset);
      if (then) query.set('then', then);
      void startUploads(files)
        .then((ids) => {
          for (const id of ids) query.append('id', id);
          return navigate(`${uploadPath}?${query}`);
        })
        .catch(toastProblem);
    },
    [into, dataset, then, navigate, pathname, search],
  );
}
