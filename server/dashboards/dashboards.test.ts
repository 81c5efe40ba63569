import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';
import { scripts } from '#server/testing/scripts.ts';

let product: TestProduct;
let token: string;
let editor: string;
let viewer: string;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  editor = (await createMember(product, token, 'editor')).token;
  viewer = (await createMember(product, token, 'viewer')).token;
});
afterAll(() => product.close());

const make = (title = 'Sales', cards = [textCard('a')]) => createDashboard(product, token, dashboardOf(title, cards));
const load = async (id: string, as = token) => (await product.call('GET /dashboards/:id', { id }, { token: as })).body;
const publish = (id: string, base: number, dashboard: Dashboard, as = token) =>
  product.call('PUT /dashboards/:id', { id, base, dashboard }, { token: as });
const listed = async (id: string, as = token) =>
  (await product.call('GET /dashboards', {}, { token: as })).body.find((each) => each.id === id);

describe('versions', () => {
  test('a dashboard is created and published again, and every version can be read', async () => {
    const created = await make();
    expect(created).toMatchObject({ version: 1, by: { name: ownerAccount.name }, draft: null, trashedAt: null });
    const next = await publish(created.id, 1, dashboardOf('Sales now', [textCard('a'), textCard('b')]), editor);
    expect(next.body).toMatchObject({ version: 2, by: { name: ownerAccount.name }, publishedBy: { name: 'Member' } });
    const { body: versions } = await product.call(
      'GET /dashboards/:id/versions',
      { id: created.id },
      { token: viewer },
    );
    expect(versions.map(({ number, cards, by }) => [number, cards, by?.name])).toEqual([
      [2, 2, 'Member'],
      [1, 1, ownerAccount.name],
    ]);
    const first = { id: created.id, number: 1 };
    const { body: before } = await product.call('GET /dashboards/:id/versions/:number', first, { token: viewer });
    expect(before.dashboard).toEqual(created.dashboard);
    const gone = await product.call('GET /dashboards/:id/versions/:number', { ...first, number: 9 }, { token });
    expect(gone.body.code).toBe('no_such_version');
  });

  test('only one of several concurrent publishes on the same version succeeds', async () => {
    const { id } = await make();
    const both = ['mine', 'yours', 'theirs', 'ours'].map((title, n) =>
      publish(id, 1, dashboardOf(title), n % 2 ? editor : token),
    );
    const answers = await Promise.all(both);
    const [{ body: won }, ...others] = answers.filter(({ status }) => status === 200) as [(typeof answers)[0]];
    expect(others).toEqual([]);
    expect(answers.filter(({ body }) => body.code === 'newer_version')).toHaveLength(3);
    expect(await load(id)).toMatchObject({ version: 2, dashboard: won.dashboard });
  });

  test('a version of a newer program is refused, and the list still shows it', async () => {
    const { id } = await make('From the future');
    await product.query(`update dashboards set document = jsonb_set(document, '{format}', '2') where id = $1`, [id]);
    expect(await load(id)).toMatchObject({ code: 'newer_program' });
    expect((await product.call('POST /dashboards/:id/copy', { id, title: texts('x') }, { token })).status).toBe(422);
    expect((await listed(id))?.title.en_US).toBe('From the future');
    const newer = { ...dashboardOf('x'), format: 2 as never };
    expect((await product.call('POST /dashboards', { dashboard: newer }, { token })).body.code).toBe('newer_program');
  });
});

describe('drafts', () => {
  test('a draft belongs to its member, and publishing deletes it', async () => {
    const { id } = await make();
    const draft = dashboardOf('Next', [textCard('a', 'new')]);
    const saved = await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard: draft }, { token });
    expect(saved.status).toBe(200);
    expect((await load(id)).draft).toEqual({ base: 1, dashboard: draft, savedAt: saved.body.savedAt });
    expect((await load(id, editor)).draft).toBeNull();
    expect([(await listed(id))!.hasDraft, (await listed(id, editor))!.hasDraft]).toEqual([true, false]);
    expect((await publish(id, 1, draft)).body.draft).toBeNull();
  });

  test('a draft outlives a newer version of someone else and can be discarded', async () => {
    const { id } = await make();
    await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard: dashboardOf('Mine') }, { token });
    await publish(id, 1, dashboardOf('Yours'), editor);
    expect(await load(id)).toMatchObject({ version: 2, draft: { base: 1, dashboard: { title: texts('Mine') } } });
    expect((await product.call('DELETE /dashboards/:id/draft', { id }, { token })).status).toBe(204);
    expect((await load(id)).draft).toBeNull();
    expect((await product.call('DELETE /dashboards/:id/draft', { id }, { token })).status).toBe(404);
  });
});

const texts = (en_US: string) => ({ en_US, zh_CN: '' });

test('a rename creates a version and moves the own draft to it', async () => {
  const { id } = await make('Old');
  const draft = dashboardOf('Old', [textCard('a', 'new')]);
  await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard: draft }, { token });
  const { body } = await product.call('PATCH /dashboards/:id', { id, title: texts('New') }, { token });
  expect(body).toMatchObject({ version: 2, dashboard: { title: texts('New') } });
  expect(body.draft).toMatchObject({ base: 2, dashboard: { ...draft, title: texts('New') } });
  expect((await listed(id))!.title).toEqual(texts('New'));
});

describe('the list', () => {
  test('shows owner, favourites and visits per member', async () => {
    const { id } = await make('Listed');
    await product.call('POST /dashboards/:id/seen', { id }, { token: viewer });
    await product.call('PUT /dashboards/:id/favourite', { id, isFavourite: true }, { token: viewer });
    await product.call('PUT /dashboards/:id/favourite', { id, isFavourite: true }, { token: viewer });
    expect(await listed(id, viewer)).toMatchObject({ isFavourite: true, cards: 1, by: { name: ownerAccount.name } });
    expect((await listed(id, viewer))!.seenAt).not.toBeNull();
    expect(await listed(id)).toMatchObject({ isFavourite: false, seenAt: null });
    expect((await load(id, viewer)).isFavourite).toBe(true);
    await product.call('PUT /dashboards/:id/favourite', { id, isFavourite: false }, { token: viewer });
    expect(await listed(id, viewer)).toMatchObject({ isFavourite: false });
  });

  const setPin = (id: string, isPinned: boolean, as: string) =>
    product.call('PUT /dashboards/:id/pin', { id, isPinned }, { token: as });

  test('starts with the dashboards that the member pinned, in the order of pinning', async () => {
    const own = (await createMember(product, token, 'viewer')).token;
    const [first, second] = [await make('First'), await make('Second'), await make('Third')];
    const titles = async (as: string) =>
      (await product.call('GET /dashboards', {}, { token: as })).body.slice(0, 3).map(({ title }) => title.en_US);
    await setPin(first.id, true, own);
    await setPin(second.id, true, own);
    await setPin(first.id, true, own);
    expect(await titles(own)).toEqual(['First', 'Second', 'Third']);
    expect(await titles(viewer)).toEqual(['Third', 'Second', 'First']);
    expect([(await listed(first.id, own))!.pinnedAt, (await listed(first.id))!.pinnedAt]).toEqual([
      expect.any(String),
      null,
    ]);
    await setPin(first.id, false, own);
    expect(await titles(own)).toEqual(['Second', 'Third', 'First']);
  });

  test('keeps a pin while a dashboard is in the trash, and deletes it with the dashboard or the member', async () => {
    const member = await createMember(product, token, 'viewer');
    const [restored, deleted] = [await make('Restored'), await make('Deleted')];
    for (const { id } of [restored, deleted]) await setPin(id, true, member.token);
    const listPins = async () =>
      (await product.query('select dashboard_id from pins where member_id = $1', [member.member.id])).map(
        ({ dashboard_id: id }) => id,
      );
    await product.call('DELETE /dashboards/:id', { id: restored.id }, { token });
    expect((await setPin(restored.id, true, member.token)).status).toBe(404);
    await product.call('POST /dashboards/:id/restore', { id: restored.id }, { token });
    expect((await listed(restored.id, member.token))!.pinnedAt).not.toBeNull();
    await product.call('DELETE /dashboards/:id', { id: deleted.id }, { token });
    await product.call('DELETE /dashboards/:id/trash', { id: deleted.id }, { token });
    expect(await listPins()).toEqual([restored.id]);
    await product.call('DELETE /members/:id', { id: member.member.id }, { token });
    expect(await listPins()).toEqual([]);
  });

  test("a pin is announced to the member's own pages only", async () => {
    const { id } = await make('Announced');
    const listen = async (as: string) => {
      const response = await fetch(`${product.url}/api/live`, { headers: { authorization: `Bearer ${as}` } });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      await reader.read();
      return reader;
    };
    const [own, other] = [await listen(viewer), await listen(editor)];
    await setPin(id, true, viewer);
    expect((await own.read()).value).toContain('"kind":"pin"');
    await product.call('PATCH /dashboards/:id', { id, title: texts('Announced later') }, { token });
    expect((await other.read()).value).toContain('"kind":"dashboard"');
    await Promise.all([own.cancel(), other.cancel()]);
  });

  test('has an outline of each dashboard before its first run', async () => {
    const { id } = await make('Outlined', [textCard('b', 'x', 4), textCard('a')]);
    const place = { x: 0, width: 12, height: 2 };
    expect((await listed(id))!.sketch).toEqual([
      { kind: 'text', place: { ...place, y: 0 }, points: [] },
      { kind: 'text', place: { ...place, y: 4 }, points: [] },
    ]);
  });

  test('a copy is independent of its original', async () => {
    const created = await make('Original');
    const { body: copy } = await product.call(
      'POST /dashboards/:id/copy',
      { id: created.id, title: texts('Copy') },
      { token: editor },
    );
    expect(copy).toMatchObject({ version: 1, by: { name: 'Member' }, dashboard: { tabs: created.dashboard.tabs } });
    await publish(copy.id, 1, dashboardOf('Changed'));
    expect((await load(created.id)).dashboard).toEqual(created.dashboard);
  });
});

describe('the trash', () => {
  test('a dashboard is trashed, restored and deleted permanently', async () => {
    const { id, dashboard } = await make('Thrown away');
    expect((await product.call('DELETE /dashboards/:id', { id }, { token })).status).toBe(204);
    expect(await listed(id)).toBeUndefined();
    const { body: trash } = await product.call('GET /dashboards/trash', {}, { token });
    expect(trash.find((each) => each.id === id)?.trashedAt).toMatch(/^\d{4}-/);
    expect((await load(id)).trashedAt).not.toBeNull();
    expect((await publish(id, 1, dashboard)).status).toBe(404);
    expect((await product.call('POST /dashboards/:id/restore', { id }, { token })).status).toBe(204);
    expect((await product.call('DELETE /dashboards/:id/trash', { id }, { token })).status).toBe(404);
    await product.call('DELETE /dashboards/:id', { id }, { token });
    expect((await product.call('DELETE /dashboards/:id/trash', { id }, { token })).status).toBe(204);
    expect((await load(id)).code).toBe('not_found');
    expect(await product.query('select 1 from dashboard_versions where dashboard_id = $1', [id])).toEqual([]);
  });
});

describe('views', () => {
  const state = { values: { city: { kind: 'select' as const, values: ['Oslo'] } } };
  const whole = { time: null, picks: [], drills: {}, ...state };

  test('members save named views of their own', async () => {
    const { id } = await make();
    const saveView = (as: string) =>
      product.call('POST /dashboards/:id/views', { id, name: 'North', state }, { token: as });
    const { body: saved } = await saveView(viewer);
    expect(saved).toMatchObject({ name: 'North', state: whole });
    expect((await saveView(viewer)).body.code).toBe('name_taken');
    expect((await saveView(editor)).status).toBe(200);
    const views = async (as: string) => (await product.call('GET /dashboards/:id/views', { id }, { token: as })).body;
    expect(await views(viewer)).toEqual([saved]);
    expect(await views(token)).toEqual([]);
    const key = { id, view: saved.id };
    const rename = (name: string, as: string) =>
      product.call('PATCH /dashboards/:id/views/:view', { ...key, name }, { token: as });
    expect((await rename('Mine', editor)).status).toBe(404);
    expect((await rename('Far north', viewer)).body).toEqual({ ...saved, name: 'Far north' });
    await saveView(viewer);
    expect((await rename('North', viewer)).body.code).toBe('name_taken');
    expect((await views(viewer)).map(({ name }) => name)).toEqual(['Far north', 'North']);
    expect((await product.call('DELETE /dashboards/:id/views/:view', key, { token: editor })).status).toBe(404);
    expect((await product.call('DELETE /dashboards/:id/views/:view', key, { token: viewer })).status).toBe(204);
    expect((await views(viewer)).map(({ name }) => name)).toEqual(['North']);
  });

  test('a short link opens the same state for everyone, and the same state has the same link', async () => {
    const { id } = await make();
    const link = () => product.call('POST /dashboards/:id/views', { id, name: null, state }, { token: viewer });
    const [first, second] = [(await link()).body, (await link()).body];
    expect(second.id).toBe(first.id);
    expect(first.id).toMatch(/^[\w-]{12}$/);
    const { body } = await product.call('GET /dashboards/:id/views/:view', { id, view: first.id }, { token: editor });
    expect(body).toMatchObject({ name: null, state: whole });
    const { id: other } = await make();
    const elsewhere = { id: other, view: first.id };
    expect((await product.call('GET /dashboards/:id/views/:view', elsewhere, { token })).status).toBe(404);
  });
});

describe('validation', () => {
  const refusal = async (dashboard: Dashboard) =>
    (await product.call('POST /dashboards', { dashboard }, { token })).body.code;
  const placed = (place: object) => ({ ...textCard('a'), place: { x: 0, y: 0, width: 1, height: 1, ...place } });

  test.each([{ width: -1 }, { height: 0 }, { x: -2 }, { y: -1 }, { x: 11, width: 2 }, { width: 1e9 }, { x: 0.5 }])(
    'a card cannot have the place %j',
    async (place) => expect(await refusal(dashboardOf('x', [placed(place)]))).toBe('invalid_input'),
  );

  test('there are at most two hundred cards, with unique ids and texts of limited length', async () => {
    const cards = (count: number) => Array.from({ length: count }, (_, n) => textCard(`c${n}`));
    expect(await refusal(dashboardOf('x', cards(201)))).toBe('too_many_cards');
    expect(await refusal(dashboardOf('x', [textCard('a'), textCard('a')]))).toBe('invalid_input');
    expect(await refusal(dashboardOf('x', [textCard('a', 'x'.repeat(100_000))]))).toBe('text_too_long');
    const many = await make('Many', cards(200));
    expect(many.dashboard.tabs[0]!.cards).toHaveLength(200);
  });

  test('two hundred cards with the longest SQL can be saved, and larger requests are rejected', async () => {
    const long = { kind: 'sql' as const, sql: `select ${'1,'.repeat(49_000)}1`, params: [], limit: 100 };
    const cards = Array.from({ length: 200 }, (_, n) => chartCard(`c${n}`, long));
    expect((await make('Long', cards)).dashboard.tabs[0]!.cards[199]).toMatchObject(cards[199]!);
    const beyond = JSON.stringify({ dashboard: dashboardOf('x'.repeat(25 * 1024 * 1024)) });
    const headers = { ...(await product.browserHeaders()), 'content-type': 'application/json' };
    const send = (as: string) =>
      product.send('/api/dashboards', {
        method: 'POST',
        body: beyond,
        headers: { ...headers, authorization: `Bearer ${as}` },
      });
    expect((await send(token)).body.code).toBe('too_large');
    expect((await send(viewer)).body.code).toBe('forbidden');
  });

  test('scripts in texts stay text', async () => {
    const cards = scripts.map((script, n) => ({ ...textCard(`c${n}`, script), title: texts(script) }));
    const dashboard = dashboardOf(scripts[2]!, cards, { description: texts(scripts.join('').slice(0, 2000)) });
    const { id } = await createDashboard(product, token, dashboard);
    expect((await load(id)).dashboard).toEqual(dashboard);
    expect((await listed(id))!.title).toEqual(dashboard.title);
  });
});
