import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Right } from '#contract/access/routes.ts';
import type { NewSession } from '#contract/accounts/routes.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createFolder, moveTo } from '#server/testing/folders.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createShare, openShare } from '#server/testing/shares.ts';
import { runQuery, specOf, endlessQuery, openLines } from '#server/testing/queries.ts';

let product: TestProduct;
let owner: NewSession;
/** Ann creates the resources, Bo is another editor, Vi a viewer. */
let [ann, bo, vi]: NewSession[] = [];
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
});
afterAll(() => product.close());

type GrantLevel = Right | undefined;
const levels: GrantLevel[] = [undefined, 'view', 'edit'];
const namedBo = (right: GrantLevel) => ({ members: right ? [{ id: bo!.member.id, right }] : [] });

/** A private dashboard of Ann in a folder that is in another folder, both private. */
async function createNested(name: string) {
  const outer = await createFolder(product, ann!.token, name);
  const inner = await createFolder(product, ann!.token, 'Inner', { parent: outer.id });
  const { id } = await createDashboard(product, ann!.token, dashboardOf(name));
  await share(product, ann!.token, ['folder', outer.id]);
  await share(product, ann!.token, ['dashboard', id]);
  expect((await moveTo(product, ann!.token, inner.id, { dashboards: [id] })).status).toBe(204);
  return { outer: outer.id, inner: inner.id, id };
}

const listedFor = async (id: string, { token }: NewSession) =>
  (await product.call('GET /dashboards', {}, { token })).body.find((each) => each.id === id);

test('the right to a dashboard is the highest of those granted on it and on all folders above', async () => {
  const { outer, inner, id } = await createNested('Matrix');
  for (const outerRight of levels)
    for (const innerRight of levels)
      for (const ownRight of levels) {
        await share(product, ann!.token, ['folder', outer], namedBo(outerRight));
        await share(product, ann!.token, ['folder', inner], namedBo(innerRight));
        await share(product, ann!.token, ['dashboard', id], namedBo(ownRight));
        const all = [outerRight, innerRight, ownRight];
        const expected = all.includes('edit') ? 'edit' : all.includes('view') ? 'view' : undefined;
        const one = await product.call('GET /dashboards/:id', { id }, { token: bo!.token });
        const renamed = await product.call(
          'PATCH /dashboards/:id',
          { id, title: { en_US: 'Matrix', zh_CN: '' } },
          { token: bo!.token },
        );
        const listed = await listedFor(id, bo!);
        expect([...all, one.body.right, listed?.right]).toEqual([...all, expected, expected]);
        expect([...all, renamed.status]).toEqual([...all, { edit: 200, view: 403, none: 404 }[expected ?? 'none']]);
        // Only members who may see the folder see that the dashboard is in it.
        expect([...all, listed?.folder ?? null]).toEqual([...all, outerRight || innerRight ? inner : null]);
      }
});

test('a viewer inherits view from a folder that everyone may edit, and nothing is inherited upwards', async () => {
  const { outer, inner, id } = await createNested('Upwards');
  await share(product, ann!.token, ['folder', inner], { everyone: 'edit' });
  expect(await listedFor(id, vi!)).toMatchObject({ right: 'view', sharing: 'everyone', folder: inner });
  const { body } = await product.call('GET /folders', { kind: 'dashboard' }, { token: vi!.token });
  expect(body.find((each) => each.id === inner)).toMatchObject({ parent: null, right: 'view' });
  expect(body.some((each) => each.id === outer)).toBe(false);
});

test('a visible dashboard in a hidden folder appears at the top level, and the name of the folder stays hidden', async () => {
  const { outer, inner, id } = await createNested('Quokka layoffs');
  await product.call('PATCH /dashboards/:id', { id, title: { en_US: 'Plain', zh_CN: '' } }, { token: ann!.token });
  await share(product, ann!.token, ['dashboard', id], namedBo('edit'));
  expect(await listedFor(id, bo!)).toMatchObject({ right: 'edit', folder: null });
  const one = await product.call('GET /dashboards/:id', { id }, { token: bo!.token });
  expect(one.body.folder).toBeNull();
  const audience = await product.call('GET /dashboards/:id/access', { id }, { token: bo!.token });
  const folders = await product.call('GET /folders', { kind: 'dashboard' }, { token: bo!.token });
  const search = await product.call('GET /search', { q: 'quokka' }, { token: bo!.token });
  expect(search.body).toEqual([]);
  expect(JSON.stringify([one.body, audience.body, folders.body])).not.toMatch(/Quokka/);
  for (const folder of [outer, inner])
    expect((await product.call('GET /folders/:id/access', { id: folder }, { token: bo!.token })).status).toBe(404);
  // A folder of the same name is not a conflict: the error would reveal the hidden one.
  expect((await createFolder(product, bo!.token, 'Quokka layoffs')).parent).toBeNull();
});

test('datasets inherit rights from the folders of their application, in queries and in lists', async () => {
  const { id, applicationId } = await loadFile(product, ann!.token, 'wages.csv', 'person,wage\nann,100\n');
  await share(product, ann!.token, ['application', applicationId]);
  const folder = await createFolder(product, ann!.token, 'Payroll', { kind: 'application' });
  await share(product, ann!.token, ['folder', folder.id]);
  await moveTo(product, ann!.token, folder.id, { applications: [applicationId] });
  const names = async () =>
    (await product.call('GET /datasets', {}, { token: bo!.token })).body.map(({ name }) => name);
  expect((await runQuery(product, specOf(id), { token: bo!.token })).status).toBe(404);
  expect(await names()).not.toContain('wages');
  await share(product, ann!.token, ['folder', folder.id], namedBo('view'));
  expect((await runQuery(product, specOf(id), { token: bo!.token })).status).toBe(200);
  expect(await names()).toContain('wages');
  await moveTo(product, ann!.token, null, { applications: [applicationId] });
  expect((await runQuery(product, specOf(id), { token: bo!.token })).status).toBe(404);
});

test('a member who loses access by a move or a change of a folder gets an event, and their open responses end', async () => {
  const slow = chartCard('slow', { ...endlessQuery(), limit: 10 });
  const plain = await loadFile(product, ann!.token, 'cities.csv', 'city\nBeijing\n');
  const open = await createFolder(product, ann!.token, 'Open folder');
  const closed = await createFolder(product, ann!.token, 'Closed folder');
  await share(product, ann!.token, ['folder', closed.id]);
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Slow', [slow, chartCard('quick', plain.id)]));
  await share(product, ann!.token, ['dashboard', id]);
  const events = await openEventStream(product, vi!.token);
  const end = {
    move: () => moveTo(product, ann!.token, closed.id, { dashboards: [id] }),
    grant: () => shareOpen(null),
  };
  const shareOpen = (everyone: Right | null) => share(product, ann!.token, ['folder', open.id], { everyone });
  for (const lose of [end.move, end.grant]) {
    await shareOpen('view');
    await moveTo(product, ann!.token, open.id, { dashboards: [id] });
    const input = { id, state: { time: null, values: {}, picks: [], drills: {} }, zone: 'UTC', draft: false };
    const { lines } = await openLines<RunLine>(product, 'POST /dashboards/:id/run', { input, token: vi!.token });
    let last: RunLine | undefined;
    for await (const line of lines()) {
      last = line;
      if (line.kind === 'result') await lose();
    }
    expect(last?.kind === 'error' && last.error.code).toBe('not_found');
  }
  await expect.poll(() => events.heard).toContainEqual({ kind: 'access', thing: 'dashboard', id });
  await expect.poll(() => events.heard).toContainEqual({ kind: 'access', thing: 'folder', id: open.id });
  events.leave();
});

test('a public link stops working when its creator loses access through a folder', async () => {
  const { outer, id } = await createNested('Linked');
  await share(product, ann!.token, ['folder', outer], namedBo('edit'));
  const link = await createShare(product, bo!.token, { id });
  const open = async () => (await openShare(product, link)).status;
  const before = await open();
  await share(product, ann!.token, ['folder', outer]);
  expect([before, await open()]).toEqual([200, 404]);
});

test('members with rights to a folder are notified once, and a handover includes folders', async () => {
  const from = await createMember(product, owner.token, 'editor');
  const folder = await createFolder(product, from.token, 'Handed over');
  await share(product, from.token, ['folder', folder.id]);
  for (const right of ['view', 'view'] as const)
    await share(product, from.token, ['folder', folder.id], namedBo(right));
  const notices = await product.query(
    `select notice->>'name' as name from notifications where member_id = $1 and notice->>'folder' = $2`,
    [bo!.member.id, folder.id],
  );
  expect(notices).toEqual([{ name: 'Handed over' }]);
  await product.call('POST /members/:id/transfer', { id: from.member.id, to: ann!.member.id }, { token: owner.token });
  const rights = async ({ token }: NewSession) =>
    (await product.call('GET /folders', { kind: 'dashboard' }, { token })).body.find(({ id }) => id === folder.id)
      ?.right;
  await waitFor(async () => ((await rights(ann!)) === 'edit' ? true : undefined));
  expect(await rights(from)).toBeUndefined();
});
