import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import type { Upload } from '#contract/imports/routes.ts';
import { call } from '#web/http/client.ts';
import { uploadQuery } from '#web/http/imports.ts';
import type { UploadPlan } from './table-plans.ts';

type ReadingOptionValues = Upload['options'];

async function rereadUpload(queries: QueryClient, id: string, options: ReadingOptionValues): Promise<Upload> {
  const upload = await call('PUT /uploads/:id/reading', { id, options });
  queries.setQueryData(uploadQuery(id).queryKey, upload);
  return upload;
}

/** Rereads a file with other options. */
export function useReread(id: string, onReread: () => void) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (options: ReadingOptionValues) => rereadUpload(queries, id, options),
    onSuccess: onReread,
  });
  return { reread: mutate, isPending, problem: error };
}

const isEmpty = (options: ReadingOptionValues) => Object.keys(options).length === 0;

/** Rereads a file once with the options remembered by its dataset. */
export function useRememberedOptions({ upload, table, matched }: UploadPlan): void {
  const queries = useQueryClient();
  const remembered = matched?.dataset.reading ?? {};
  useQuery({
    queryKey: ['remembered-corrections', upload.id, matched?.dataset.id],
    queryFn: () => rereadUpload(queries, upload.id, remembered),
    enabled: table.reading !== null && isEmpty(upload.options) && !isEmpty(remembered),
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  });
}
