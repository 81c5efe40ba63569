import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import type { Upload } from '#contract/imports.ts';
import { call } from '#web/http/client.ts';
import { uploadQuery } from '#web/http/imports.ts';
import type { Plan } from './plans.ts';

type Options = Upload['options'];

async function readAgain(queries: QueryClient, id: string, options: Options): Promise<Upload> {
  const upload = await call('PUT /uploads/:id/reading', { id, options });
  queries.setQueryData(uploadQuery(id).queryKey, upload);
  // What goes where was proposed for other columns.
  await queries.invalidateQueries({ queryKey: ['upload', id, 'matches'] });
  return upload;
}

/** Reads a file again with other options; the page shows what comes of it. */
export function useReread(id: string, onReread: () => void) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (options: Options) => readAgain(queries, id, options),
    onSuccess: onReread,
  });
  return { reread: mutate, isPending, problem: error };
}

const isEmpty = (options: Options) => Object.keys(options).length === 0;

/** Reads a file once as earlier files of its dataset were read. */
export function useRememberedReading({ upload, table, matched }: Plan): void {
  const queries = useQueryClient();
  const remembered = matched?.dataset.reading ?? {};
  useQuery({
    queryKey: ['upload', upload.id, 'remembered', matched?.dataset.id],
    queryFn: () => readAgain(queries, upload.id, remembered),
    enabled: table.reading !== null && isEmpty(upload.options) && !isEmpty(remembered),
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  });
}
