import type { ApiInput } from '#contract/api.ts';
import type { DataExtract } from '#contract/extracts/routes.ts';
import { waitFor } from './data.ts';
import type { Client } from './client.ts';

type NewExtractInput = Omit<ApiInput<'POST /applications/:id/extracts'>, 'id'>;

/** Extracts of an application, in the name of a member. */
export function extractsIn(product: Pick<Client, 'call'>, application: string, token: string) {
  const list = async () => (await product.call('GET /applications/:id/extracts', { id: application }, { token })).body;

  /** Waits until an extract has run and is idle. */
  const settled = (id: string): Promise<DataExtract> =>
    waitFor(async () => (await list()).find((each) => each.id === id && each.state === 'idle' && each.lastRunAt));

  return {
    list,
    settled,
    try: (input: NewExtractInput) =>
      product.call('POST /applications/:id/extracts', { id: application, ...input }, { token }),
    /** Creates an extract and waits for its first run. */
    create: async (input: NewExtractInput): Promise<DataExtract> => {
      const created = await product.call('POST /applications/:id/extracts', { id: application, ...input }, { token });
      if (created.status !== 200) throw new Error(JSON.stringify(created.body));
      return settled(created.body.id);
    },
    /** Runs an extract now and waits for its end. */
    run: async (id: string): Promise<DataExtract> => {
      const started = await product.call('POST /extracts/:id/run', { id }, { token });
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      return settled(id);
    },
  };
}
