import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import type { ApiInput } from '#contract/api.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useNewFolder } from '../new-folder.ts';
import type { TargetApplication } from '../upload/ApplicationChoice.tsx';

type ExtractRequest = Omit<ApiInput<'POST /applications/:id/extracts'>, 'id'> & { application: TargetApplication };

type CreateExtractOptions = {
  /** Called with a new application, so that another attempt does not create a second one. */
  onApplication: (application: TargetApplication) => void;
  onCreated?: () => void;
};

/** Creates an extract, and its application if that is new; then opens the list of extracts. */
export function useCreateExtract({ onApplication, onCreated }: CreateExtractOptions) {
  const navigate = useNavigate();
  const folder = useNewFolder();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ application, ...load }: ExtractRequest) => {
      const id = 'id' in application ? application.id : await createApplication(application.name, folder);
      if ('name' in application) onApplication({ id });
      await call('POST /applications/:id/extracts', { id, ...load });
      return id;
    },
    onSuccess: async (id) => {
      onCreated?.();
      await navigate(`/application/${id}/extracts`);
    },
    onError: toastProblem,
  });
  return { create: mutate, isPending };
}

const createApplication = async (name: string, folder: string | null): Promise<string> =>
  (await call('POST /applications', { name, kind: 'files', folder })).id;
