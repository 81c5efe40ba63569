import type { Admission } from '#contract/accounts.ts';
import type { Input } from '#contract/api.ts';
import { alert } from './alert-inputs.ts';
import { report } from './report-inputs.ts';
import { askOf } from './ask.ts';
import type { Client } from './client.ts';
import { callLines } from './ask.ts';
import { dashboardOf, makeDashboard, textCard } from './dashboards.ts';
import { loadFile, uploadFile } from './data.ts';
import { share } from './access.ts';

/** One of everything that has an id and belongs to someone; those in the trash are there twice, to be restored and deleted. */
export type Things = Record<string, string> & { dataset: string; application: string; dashboard: string };

const state = { time: null, values: {}, picks: [], drills: {} };
const plainShare = { start: { time: null, values: {} }, allows: { time: true, controls: [], download: false } };
const drawing = { kind: 'table' as const, options: {} };

/** Makes one of everything, all of it with a word in its names by which it is known. */
export async function makeThings(client: Client, { token, member }: Admission, word: string): Promise<Things> {
  const as = { token };
  const csv = `${word}_city,${word}_amount\n${word},1\n${word},2\n`;
  const dataset = await loadFile(client, token, `${word}.csv`, csv);
  const { applicationId: application } = dataset;
  await client.call('PATCH /applications/:id', { id: application, name: word }, as);
  const thrown = async () => {
    const { id } = await loadFile(client, token, `${word}.csv`, csv);
    await client.call('DELETE /datasets/:id', { id }, as);
    return id;
  };
  const emptied = async () => {
    const { id } = (await client.call('POST /applications', { name: word, kind: 'files' }, as)).body;
    await client.call('DELETE /applications/:id', { id }, as);
    return id;
  };
  const board = async () => (await makeDashboard(client, token, dashboardOf(word, [textCard('card', word)]))).id;
  const trashed = async () => {
    const id = await board();
    await client.call('DELETE /dashboards/:id', { id }, as);
    return id;
  };
  const dashboard = await board();
  const metric = { name: word, label: { en_US: word, zh_CN: word }, format: 'plain' as const, unit: '' };
  const formula = { kind: 'count' as const };
  const named = await client.call('POST /datasets/:id/metrics', { id: dataset.id, ...metric, formula }, as);
  const exported = await callLines<{ kind: string; id: string }>(
    client,
    'POST /exports',
    { ask: askOf(dataset.id), zone: 'UTC', format: 'csv', name: word, labels: {} },
    as,
  );
  return {
    dataset: dataset.id,
    application,
    dashboard,
    column: dataset.columns[0]!.id,
    metric: named.body.metrics[0]!.id,
    import: (await client.call('GET /applications/:id/imports', { id: application }, as)).body[0]!.id,
    key: (await client.call('POST /applications/:id/keys', { id: application, name: word }, as)).body.key.id,
    chart: (await client.call('POST /charts', { name: word, chart: { ask: askOf(dataset.id), drawing } }, as)).body.id,
    view: (await client.call('POST /dashboards/:id/views', { id: dashboard, name: word, state }, as)).body.id,
    share: (await client.call('POST /dashboards/:id/shares', { id: dashboard, name: word, ...plainShare }, as)).body.id,
    upload: (await uploadFile(client, token, `${word}.csv`, csv)).id,
    export: exported.lines.at(-1)!.id,
    alert: (await client.call('POST /alerts', alertAbout(dataset.id, word), as)).body.id,
    report: (await client.call('POST /dashboards/:id/reports', reportOf(dashboard, word, member.id), as)).body.id,
    session: (await client.call('GET /sessions', {}, as)).body[0]!.id,
    restored_dataset: await thrown(),
    deleted_dataset: await thrown(),
    restored_application: await emptied(),
    deleted_application: await emptied(),
    restored_dashboard: await trashed(),
    deleted_dashboard: await trashed(),
  };
}

const alertAbout = (dataset: string, name: string) =>
  ({
    ...alert,
    name,
    watch: { ...alert.watch, dataset, time: null },
    origin: null,
  }) as unknown as Input<'POST /alerts'>;

const reportOf = (id: string, name: string, member: string) =>
  ({ ...report, id, name, recipients: [{ kind: 'member', member, state }] }) as Input<'POST /dashboards/:id/reports'>;

/** Keeps all applications and dashboards of someone to themselves. */
export async function closeThings(client: Client, { token }: Admission, things: Things, query: Query): Promise<void> {
  const applications = await query('select distinct application_id as id from datasets where id = any ($1)', [
    [things.dataset, things['restored_dataset'], things['deleted_dataset']],
  ]);
  for (const { id } of applications) await share(client, token, ['application', id as string]);
  for (const place of ['restored_application', 'deleted_application'])
    await share(client, token, ['application', things[place]!]);
  for (const place of ['dashboard', 'restored_dashboard', 'deleted_dashboard'])
    await share(client, token, ['dashboard', things[place]!]);
}

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
