import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as schema from '#server/database/schema.ts';
import { signIn } from '#server/testing/client.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';
import { preferencesOf } from './preferences.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const chosenBy = async (bearer: string) => (await product.call('GET /me', {}, { token: bearer })).body.preferences;

test('preferences are returned at sign-in, and a partial update leaves the others unchanged', async () => {
  expect(await chosenBy(token)).toEqual({});
  await product.call('PATCH /me/preferences', { language: 'en_US', theme: 'dark' }, { token });
  const answer = await product.call('PATCH /me/preferences', { theme: 'light', zone: '' }, { token });
  const chosen = { language: 'en_US', theme: 'light', zone: '' };
  expect(answer.body).toEqual(chosen);
  const { member } = await signIn(product, { identifier: 'owner', password: ownerAccount.password });
  expect(member.preferences).toEqual(chosen);
  expect(await chosenBy(token)).toEqual(chosen);
  // Other changes of the profile return them as well, since pages cache the response.
  expect((await product.call('PATCH /me', { name: '掌柜' }, { token })).body.preferences).toEqual(chosen);
  expect(await chosenBy((await createMember(product, token)).token)).toEqual({});
});

test('invalid preferences are rejected', async () => {
  for (const wrong of [{ zone: 'Mars/Base' }, { language: 'fr_FR' }, { theme: 'system ' }, { colour: 'red' }]) {
    const { status } = await product.call('PATCH /me/preferences', wrong as never, { token });
    expect([wrong, status]).toEqual([wrong, 400]);
  }
});

test('emails use the preferences, else the page language at sign-in and the time zone of the notification settings', async () => {
  const { member, ...own } = await createMember(product, token);
  const pool = new pg.Pool(product.connection);
  const look = async () => (await preferencesOf(drizzle(pool, { schema }), [member.id, 'nobody'])).get(member.id);
  const english = { language: 'en_US', units: 'language', rising: 'green', weekStart: 'sunday', zone: 'UTC' };
  const credentials = { identifier: member.username, password: own.password };
  await signIn(product, credentials, { headers: { 'accept-language': 'en-US' } });
  expect(await look()).toMatchObject(english);
  const { body: settings } = await product.call('GET /notifications/settings', {}, own);
  await product.call('PUT /notifications/settings', { ...settings, zone: 'Asia/Tokyo' }, own);
  expect(await look()).toMatchObject({ ...english, zone: 'Asia/Tokyo' });
  const chosen = { language: 'zh_CN', rising: 'green', zone: 'Asia/Shanghai', units: 'none' } as const;
  await product.call('PATCH /me/preferences', chosen, own);
  expect(await look()).toMatchObject({ ...chosen, weekStart: 'monday' });
  await pool.end();
});
