import { afterAll, beforeAll, expect, test } from 'vitest';

import { type FolderMove, maxFolderDepth } from '#contract/folders/routes.ts';
import type { NewSession } from '#contract/accounts/routes.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { waitFor } from '#server/testing/data.ts';
import { createFolder, moveTo } from '#server/testing/folders.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let owner: NewSession;
let [ann, bo, vi]: NewSession[] = [];
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
});
afterAll(() => product.close());

const folderOf = async (id: string, { token } = ann!) =>
  (await product.call('GET /folders', { kind: 'dashboard' }, { token })).body.find((each) => each.id === id);
const folderIdOf = async (id: string, { token } = ann!) =>
  (await product.call('GET /dashboards/:id', { id }, { token })).body.folder;
const named = (id: string, right: 'view' | 'edit') => ({ id, right });
const newDashboard = async (title: string) => (await createDashboard(product, ann!.token, dashboardOf(title))).id;

test('moving several items is atomic, and nothing moves into a folder of the other kind', async () => {
  const target = await createFolder(product, ann!.token, 'Target');
  const moved = await createFolder(product, ann!.token, 'Moved');
  const [one, two] = [await newDashboard('One'), await newDashboard('Two')];
  const missing = await moveTo(product, ann!.token, target.id, { dashboards: [one, 'missing'] });
  expect([missing.status, await folderIdOf(one)]).toEqual([404, null]);
  const all = await moveTo(product, ann!.token, target.id, { dashboards: [one, two, two], folders: [moved.id] });
  expect(all.status).toBe(204);
  expect([await folderIdOf(one), await folderIdOf(two), (await folderOf(moved.id))?.parent]).toEqual(
    Array<string>(3).fill(target.id),
  );
  const other = await createFolder(product, ann!.token, 'Applications', { kind: 'application' });
  for (const items of [{ dashboards: [one] }, { folders: [moved.id] }])
    expect((await moveTo(product, ann!.token, other.id, items)).body).toMatchObject({ code: 'folder_of_other_kind' });
  const input = { dashboard: dashboardOf('Wrong'), folder: other.id };
  const wrong = await product.call('POST /dashboards', input, { token: ann!.token });
  expect(wrong.body).toMatchObject({ code: 'folder_of_other_kind' });
  const [entry] = await product.query(`select thing from audit where act = 'move_to_folder' and outcome = 'done'`);
  expect(entry).toEqual({ thing: 'One, Two, Moved → Target' });
});

test('a folder cannot be moved into itself or below, not even by two concurrent moves', async () => {
  const [a, b] = [await createFolder(product, ann!.token, 'A'), await createFolder(product, ann!.token, 'B')];
  const inner = await createFolder(product, ann!.token, 'Inner', { parent: a.id });
  for (const to of [a.id, inner.id])
    expect((await moveTo(product, ann!.token, to, { folders: [a.id] })).body).toMatchObject({
      code: 'folder_in_itself',
    });
  for (let round = 0; round < 5; round++) {
    const moves = await Promise.all([
      moveTo(product, ann!.token, b.id, { folders: [a.id] }),
      moveTo(product, bo!.token, inner.id, { folders: [b.id] }),
    ]);
    expect(moves.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([204, 422]);
    await moveTo(product, ann!.token, null, { folders: [a.id, b.id] });
  }
});

test('nesting is limited to a maximum depth, which includes the subfolders of a moved folder', async () => {
  const deepest = async (name: string, levels: number) => {
    let parent: string | null = null;
    for (let level = 1; level <= levels; level++)
      parent = (await createFolder(product, ann!.token, `${name} ${level}`, { parent })).id;
    return parent!;
  };
  const bottom = await deepest('Level', maxFolderDepth);
  const create = { kind: 'dashboard', name: 'Too deep', parent: bottom } as const;
  const created = await product.call('POST /folders', create, { token: ann!.token });
  expect(created.body).toMatchObject({ code: 'folder_too_deep' });
  const two = await deepest('Two', 2);
  const { parent } = (await folderOf(two))!;
  const above = (await folderOf(bottom))!.parent;
  const moved = await moveTo(product, ann!.token, above, { folders: [parent!] });
  expect(moved.body).toMatchObject({ code: 'folder_too_deep' });
  expect((await moveTo(product, ann!.token, above, { folders: [two] })).status).toBe(204);
});

test('names are unique in a folder regardless of case, and may be any text', async () => {
  const parent = (await createFolder(product, ann!.token, 'Names')).id;
  const names = ['Ähren/Reports', '📊 مبيعات', '销售', 'x'.repeat(100)];
  for (const name of names) expect((await createFolder(product, ann!.token, name, { parent })).name).toBe(name);
  const duplicate = await product.call(
    'POST /folders',
    { kind: 'dashboard', name: 'ÄHREN/reports', parent },
    { token: bo!.token },
  );
  expect(duplicate.body).toMatchObject({
    code: 'folder_name_taken',
    message: expect.stringContaining('Ähren/Reports'),
  });
  const elsewhere = await createFolder(product, ann!.token, 'Ähren/Reports');
  const moved = await moveTo(product, ann!.token, parent, { folders: [elsewhere.id] });
  expect(moved.body).toMatchObject({ code: 'folder_name_taken' });
  const rename = (name: string) => product.call('PATCH /folders/:id', { id: elsewhere.id, name }, { token: bo!.token });
  expect((await rename('names')).body).toMatchObject({ code: 'folder_name_taken' });
  expect((await rename('ähren/REPORTS')).body).toMatchObject({ name: 'ähren/REPORTS' });
});

test('a folder can be deleted if it is empty, or if its content moves one level up', async () => {
  const outer = (await createFolder(product, ann!.token, 'Outer')).id;
  const folder = (await createFolder(product, ann!.token, 'Twin', { parent: outer })).id;
  const twin = (await createFolder(product, ann!.token, 'Twin', { parent: folder })).id;
  const taken = (await createFolder(product, ann!.token, 'Taken', { parent: outer })).id;
  const same = (await createFolder(product, ann!.token, 'TAKEN', { parent: folder })).id;
  const [active, trashed] = [await newDashboard('Active'), await newDashboard('Trashed')];
  await moveTo(product, ann!.token, folder, { dashboards: [active, trashed] });
  await product.call('DELETE /dashboards/:id', { id: trashed }, { token: ann!.token });
  const remove = (id: string, content?: 'move_up') =>
    product.call('DELETE /folders/:id', { id, ...(content && { content }) }, { token: ann!.token });
  expect((await remove(folder)).body).toMatchObject({ code: 'folder_not_empty' });
  expect((await remove(folder, 'move_up')).status).toBe(204);
  expect(await folderOf(twin)).toMatchObject({ name: 'Twin', parent: outer });
  expect(await folderOf(same)).toMatchObject({ name: 'TAKEN (2)', parent: outer });
  expect(await folderIdOf(active)).toBe(outer);
  await product.call('POST /dashboards/:id/restore', { id: trashed }, { token: ann!.token });
  expect([await folderIdOf(trashed), (await remove(taken)).status, await folderOf(folder)]).toEqual([
    null,
    204,
    undefined,
  ]);
});

test('a folder that moves up gets a number within the maximum length', async () => {
  const name = 'x'.repeat(100);
  const outer = (await createFolder(product, ann!.token, 'Long names')).id;
  const folder = (await createFolder(product, ann!.token, name, { parent: outer })).id;
  const other = (await createFolder(product, ann!.token, 'Other', { parent: outer })).id;
  const inner = (await createFolder(product, ann!.token, name, { parent: other })).id;
  await product.call('DELETE /folders/:id', { id: other, content: 'move_up' }, { token: ann!.token });
  expect((await folderOf(folder))!.name).toBe(name);
  expect((await folderOf(inner))!.name).toBe(`${'x'.repeat(96)} (2)`);
});

test('new dashboards and folders in a folder inherit its access, and a copy stays in the folder', async () => {
  const parent = (await createFolder(product, ann!.token, 'Team')).id;
  await share(product, ann!.token, ['folder', parent], { members: [{ id: bo!.member.id, right: 'view' }] });
  const inner = await createFolder(product, ann!.token, 'Inner', { parent });
  expect(inner.sharing).toBe('members');
  const input = { dashboard: dashboardOf('Team board'), folder: parent };
  const { id } = (await product.call('POST /dashboards', input, { token: ann!.token })).body;
  const title = { en_US: 'Copy', zh_CN: '' };
  const copyOf = async ({ token }: NewSession) =>
    (await product.call('POST /dashboards/:id/copy', { id, title }, { token })).body;
  expect(await copyOf(ann!)).toMatchObject({ folder: parent, sharing: 'members' });
  expect(await copyOf(bo!)).toMatchObject({ folder: null, sharing: 'private' });
  const refused = await product.call('POST /dashboards', input, { token: bo!.token });
  expect([refused.body.code, (await moveTo(product, bo!.token, null, { dashboards: [id] })).body.code]).toEqual([
    'view_only',
    'view_only',
  ]);
  expect((await product.call('GET /dashboards/:id', { id }, { token: vi!.token })).status).toBe(404);
});

test('the preview of a move names the members who gain or lose access, except disabled ones', async () => {
  const disabled = await createMember(product, owner.token, 'editor');
  const [from, to] = [await createFolder(product, ann!.token, 'From'), await createFolder(product, ann!.token, 'To')];
  await share(product, ann!.token, ['folder', from.id], {
    members: [named(bo!.member.id, 'edit'), named(disabled.member.id, 'view')],
  });
  await share(product, ann!.token, ['folder', to.id], { members: [named(vi!.member.id, 'view')] });
  const moved = await createFolder(product, ann!.token, 'Moved along', { parent: from.id });
  const id = await newDashboard('Watched');
  await share(product, ann!.token, ['dashboard', id]);
  await moveTo(product, ann!.token, moved.id, { dashboards: [id] });
  await product.call('POST /members/:id/disable', { id: disabled.member.id }, { token: owner.token });
  const preview = async (items: Partial<FolderMove>) => {
    const { body } = await product.call(
      'POST /folders/move/preview',
      { folder: to.id, ...items },
      { token: ann!.token },
    );
    const { stayOpen, gainAccess, gainEdit, loseAccess, loseEdit } = body;
    const parts = Object.entries({ gainAccess, gainEdit, loseAccess, loseEdit });
    return [
      ...parts.flatMap(([effect, { people }]) => people.map((person) => [effect, person.id])),
      ...(stayOpen > 0 ? [['stayOpen', stayOpen]] : []),
    ];
  };
  const expected = [
    ['gainAccess', vi!.member.id],
    ['loseAccess', bo!.member.id],
  ];
  expect([await preview({ dashboards: [id] }), await preview({ folders: [moved.id] })]).toEqual([expected, expected]);
  await share(product, ann!.token, ['dashboard', id], { everyone: 'view' });
  expect(await preview({ dashboards: [id] })).toEqual([
    ['loseEdit', bo!.member.id],
    ['stayOpen', 1],
  ]);
  expect(await folderIdOf(id)).toBe(moved.id);
});

test('folders are found by name, and members receive events only about folders they may see', async () => {
  const events = await openEventStream(product, vi!.token);
  const parent = await createFolder(product, ann!.token, 'Hidden parent');
  const { id } = await createFolder(product, ann!.token, 'Platypus budget', { parent: parent.id });
  await share(product, ann!.token, ['folder', id], { everyone: 'view' });
  await share(product, ann!.token, ['folder', parent.id]);
  const search = async ({ token }: NewSession) =>
    (await product.call('GET /search', { q: 'platypus' }, { token })).body;
  await waitFor(async () => ((await search(vi!)).length > 0 ? true : undefined));
  const result = { kind: 'folder', id, of: 'dashboard', text: 'Platypus budget' };
  expect(await search(vi!)).toMatchObject([{ ...result, place: '' }]);
  expect(await search(ann!)).toMatchObject([{ ...result, place: 'Hidden parent' }]);
  await expect.poll(() => events.heard).toContainEqual({ kind: 'folder', id });
  await share(product, ann!.token, ['folder', id]);
  await expect.poll(() => events.heard).toContainEqual({ kind: 'access', thing: 'folder', id });
  await product.call('PATCH /folders/:id', { id, name: 'Platypus plans' }, { token: ann!.token });
  const last = await createFolder(product, ann!.token, 'Afterwards');
  await expect.poll(() => events.heard).toContainEqual({ kind: 'folder', id: last.id });
  // The rename is not among them, only the creation.
  expect(events.heard.filter((event) => event['kind'] === 'folder' && event['id'] === id)).toHaveLength(1);
  expect(await search(vi!)).toEqual([]);
  await waitFor(async () => ((await search(ann!))[0]?.text === 'Platypus plans' ? true : undefined));
  events.leave();
});

test('the preview of a deletion lists what moves up and who loses access', async () => {
  const parent = await createFolder(product, ann!.token, 'Deletion parent');
  await share(product, ann!.token, ['folder', parent.id], { members: [named(bo!.member.id, 'edit')] });
  const { id } = await createFolder(product, ann!.token, 'Deletion', { parent: parent.id });
  await share(product, ann!.token, ['folder', id], { members: [named(vi!.member.id, 'view')] });
  const inner = await createFolder(product, ann!.token, 'Deeper', { parent: id });
  const dashboard = await newDashboard('Moves up');
  await share(product, ann!.token, ['dashboard', dashboard]);
  await moveTo(product, ann!.token, id, { dashboards: [dashboard] });
  await moveTo(product, ann!.token, inner.id, { dashboards: [await newDashboard('Stays below')] });
  const { body } = await product.call('GET /folders/:id/deletion', { id }, { token: ann!.token });
  expect(body).toMatchObject({ count: 2, names: ['Deeper', 'Moves up'] });
  expect([body.loseAccess.people.map((person) => person.id), body.gainAccess.count]).toEqual([[vi!.member.id], 0]);
  expect((await product.call('GET /folders/:id/deletion', { id }, { token: vi!.token })).status).toBe(403);
});

test('a new application in a folder inherits its access, and creating it needs edit access to the folder', async () => {
  const token = ann!.token;
  const folder = await createFolder(product, token, 'Private applications', { kind: 'application' });
  await share(product, token, ['folder', folder.id]);
  const create = (as: NewSession, into: string) =>
    product.call('POST /applications', { name: 'Inside', kind: 'events', folder: into }, { token: as.token });
  const { body: created } = await create(ann!, folder.id);
  expect(created).toMatchObject({ folder: folder.id, right: 'edit' });
  const response = await product.call('GET /applications/:id', { id: created.id }, { token: bo!.token });
  expect([response.status, (await create(bo!, folder.id)).status]).toEqual([404, 404]);
  const dashboards = await createFolder(product, token, 'Only dashboards');
  expect((await create(ann!, dashboards.id)).body).toMatchObject({ code: 'folder_of_other_kind' });
});
