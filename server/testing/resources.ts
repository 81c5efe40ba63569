import type { NewSession } from '#contract/accounts/routes.ts';
import type { ApiInput, ApiKey } from '#contract/api.ts';
import { alert } from './alert-inputs.ts';
import { report } from './report-inputs.ts';
import { specOf } from './queries.ts';
import type { Client } from './client.ts';
import { callLines } from './queries.ts';
import { dashboardOf, createDashboard, textCard } from './dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from './data.ts';
import { idsFrom, inputOf, kindAt, listCreators, type TestResources } from './id-fields.ts';
import { share } from './access.ts';

const state = { time: null, values: {}, picks: [], drills: {} };

/** Creates one resource of each kind, with a marker in all names. */
export async function createResources(
  client: Client,
  { token, member }: NewSession,
  marker: string,
): Promise<TestResources> {
  const as = { token };
  const csv = `${marker}_city,${marker}_amount\n${marker},1\n${marker},2\n`;
  const dataset = await loadFile(client, token, `${marker}.csv`, csv);
  const { applicationId: application } = dataset;
  await client.call('PATCH /applications/:id', { id: application, name: marker }, as);
  const trashedDataset = async () => {
    const { id } = await loadFile(client, token, `${marker}.csv`, csv);
    await client.call('DELETE /datasets/:id', { id }, as);
    return id;
  };
  const trashedApplication = async () => {
    const { id } = (await client.call('POST /applications', { name: marker, kind: 'files' }, as)).body;
    await client.call('DELETE /applications/:id', { id }, as);
    return id;
  };
  const newDashboard = async () =>
    (await createDashboard(client, token, dashboardOf(marker, [textCard('card', marker)]))).id;
  const trashedDashboard = async () => {
    const id = await newDashboard();
    await client.call('DELETE /dashboards/:id', { id }, as);
    return id;
  };
  const dashboard = await newDashboard();
  const folder = await client.call('POST /folders', { kind: 'dashboard', name: marker, parent: null }, as);
  const metric = { name: marker, label: { en_US: marker, zh_CN: marker }, format: 'plain' as const, unit: '' };
  const formula = { kind: 'count' as const };
  const named = await client.call('POST /datasets/:id/metrics', { id: dataset.id, ...metric, formula }, as);
  const calculation = { id: dataset.id, name: `${marker} two`, label: metric.label, formula: '1 + 1' };
  const calculated = await client.call('POST /datasets/:id/calculated-columns', calculation, as);
  const [from, to] = dataset.columns.map(({ id }) => id);
  const mapping = { id: dataset.id, dataset: dataset.id, columns: { [from!]: to! }, metrics: {} };
  const distinct = { ...metric, name: `${marker} values`, formula: { kind: 'distinct' as const, column: from! } };
  await client.call('POST /datasets/:id/metrics', { id: dataset.id, ...distinct }, as);
  const { fingerprint } = (await client.call('POST /datasets/:id/remaps/preview', mapping, as)).body;
  const exported = await callLines<{ kind: string; id: string }>(
    client,
    'POST /exports',
    { ask: specOf(dataset.id), zone: 'UTC', format: 'csv', name: marker, labels: {} },
    as,
  );
  const relatedFile = await uploadFile(client, token, `${marker} related.csv`, `${marker}_city\n${marker}\n`);
  const relatedPlan = proposalOf(relatedFile, { name: `${marker} related` });
  const target = { application: { id: application }, plan: relatedPlan };
  const { datasetId } = await loadUploaded(client, token, relatedFile, target);
  const related = (await client.call('GET /datasets/:id', { id: datasetId! }, as)).body;
  const resources = {
    dataset: dataset.id,
    related_dataset: related.id,
    related_column: related.columns[0]!.id,
    application,
    dashboard,
    folder: folder.body.id,
    column: dataset.columns[0]!.id,
    metric: named.body.metrics[0]!.id,
    calculation: calculated.body.columns.at(-1)!.id,
    import: (await client.call('GET /applications/:id/imports', { id: application }, as)).body[0]!.id,
    key: (await client.call('POST /applications/:id/keys', { id: application, name: marker }, as)).body.key.id,
    upload: (await uploadFile(client, token, `${marker}.csv`, csv)).id,
    export: exported.lines.at(-1)!.id,
    alert: (await client.call('POST /alerts', alertInputOf(dataset.id, marker), as)).body.id,
    remap: (await client.call('POST /datasets/:id/remaps', { ...mapping, fingerprint }, as)).body.id,
    report: (await client.call('POST /dashboards/:id/reports', reportInputOf(dashboard, marker, member.id), as)).body
      .id,
    session: (await client.call('GET /sessions', {}, as)).body[0]!.id,
    restored_dataset: await trashedDataset(),
    deleted_dataset: await trashedDataset(),
    restored_application: await trashedApplication(),
    deleted_application: await trashedApplication(),
    restored_dashboard: await trashedDashboard(),
    deleted_dashboard: await trashedDashboard(),
  };
  return createRest(client, { token, member }, { resources, marker });
}

/** Creates the other kinds of resources by calling their POST routes with example inputs. */
async function createRest(
  client: Client,
  { token, member }: Pick<NewSession, 'token' | 'member'>,
  { resources, marker }: { resources: TestResources; marker: string },
): Promise<TestResources> {
  const all: TestResources = { ...resources };
  for (const { key, kind } of listCreators().filter((creator) => !(creator.kind in resources))) {
    const input = namedInputOf(key, marker, (field) =>
      kindAt(key, field) === 'member' ? member.id : idsFrom(all)(key)(field),
    );
    const { body } = await client.call(key, input, { token });
    const { id } = body as { id?: string };
    if (!id) throw new Error(`${key} does not accept its example, add one to chosenInputs: ${JSON.stringify(body)}`);
    all[kind] = id;
  }
  return all;
}

/** The example input with ids, and the marker as its name and in every sample text. */
function namedInputOf(key: ApiKey, marker: string, idFor: (field: string) => string): object {
  const isText = (field: string, value: unknown) => field === 'name' || value === 'nothing';
  const fields = Object.entries(inputOf(key, idFor)).map(([field, value]) => [
    field,
    isText(field, value) ? marker : value,
  ]);
  return Object.fromEntries(fields);
}

const alertInputOf = (dataset: string, name: string) =>
  ({
    ...alert,
    name,
    watch: { ...alert.watch, dataset, time: null },
    origin: null,
  }) as unknown as ApiInput<'POST /alerts'>;

const reportInputOf = (id: string, name: string, member: string) =>
  ({
    ...report,
    id,
    name,
    recipients: [{ kind: 'member', member, state }],
  }) as ApiInput<'POST /dashboards/:id/reports'>;

/** Makes the applications, dashboards and folders of a member private. */
export async function makePrivate(
  client: Client,
  { token }: NewSession,
  resources: TestResources,
  query: RunSql,
): Promise<void> {
  const applications = await query('select distinct application_id as id from datasets where id = any ($1)', [
    [resources.dataset, resources['restored_dataset'], resources['deleted_dataset']],
  ]);
  for (const { id } of applications) await share(client, token, ['application', id as string]);
  for (const name of ['restored_application', 'deleted_application'])
    await share(client, token, ['application', resources[name]!]);
  for (const name of ['dashboard', 'restored_dashboard', 'deleted_dashboard'])
    await share(client, token, ['dashboard', resources[name]!]);
  await share(client, token, ['folder', resources['folder']!]);
}

type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
