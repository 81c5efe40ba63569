import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { toastProblem } from '#web/ui/problem.ts';
import { startUploads } from './transfers.ts';

/** The target of an upload: application, dataset, and whether a dashboard is created. */
export type UploadTarget = {
  into?: string | undefined;
  dataset?: string | undefined;
  then?: 'dashboard' | undefined;
  /** The folder of a new application. */
  folder?: string | null | undefined;
  /** The folder of the dashboard. */
  boardFolder?: string | undefined;
};

const uploadPath = '/application/upload';

/** Uploads files and opens the upload page; on that page it adds to the listed files. */
export function useUpload({ into, dataset, then, folder, boardFolder }: UploadTarget): (files: File[]) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      const query = new URLSearchParams(pathname === uploadPath ? search : '');
      // Running imports continue on their own.
      query.delete('import');
      if (into) query.set('into', into);
      if (dataset) query.set('dataset', dataset);
      if (then) query.set('then', then);
      if (folder) query.set('folder', folder);
      if (boardFolder) query.set('boardFolder', boardFolder);
      void startUploads(files)
        .then((ids) => {
          for (const id of ids) query.append('id', id);
          return navigate(`${uploadPath}?${query}`);
        })
        .catch(toastProblem);
    },
    [into, dataset, then, folder, boardFolder, navigate, pathname, search],
  );
}
