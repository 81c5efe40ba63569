import { randomUUID } from 'node:crypto';

import type { Role } from '#contract/accounts/routes.ts';
import { type TestResponse, createClient, signIn as signInAs } from '#server/testing/client.ts';

export type Account = { name: string; username: string; email: string; password: string };

export const owner: Account = {
  name: '掌柜',
  username: 'owner',
  email: 'owner@example.com',
  password: 'the owner password',
};

/** A unique account. */
export function newAccount(name = 'Member'): Account {
  const username = `m${randomUUID().slice(0, 8)}`;
  return { name, username, email: `${username}@example.com`, password: 'a member password' };
}

function bodyOf<T>({ status, body }: TestResponse<T>): T {
  if (status >= 400) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body;
}

/** Creates the owner of an empty installation; returns a token. */
export async function createOwner(url: string): Promise<string> {
  return bodyOf(await createClient(url).call('POST /auth/owner', owner)).token;
}

/** A token of a new session, by the sign-in route. */
export async function signIn(url: string, { username, password }: Account): Promise<string> {
  return (await signInAs(createClient(url), { identifier: username, password })).token;
}

/** The path of an invitation created by the owner. */
export async function createInvitation(url: string, role: Exclude<Role, 'owner'> = 'viewer'): Promise<string> {
  const token = await signIn(url, owner);
  return bodyOf(await createClient(url).call('POST /invitations', { role }, { token })).path;
}

/** Invites a member and signs them up; returns the account and a token. */
export async function createMember(url: string, name?: string): Promise<Account & { token: string }> {
  const account = newAccount(name);
  const invitation = new URL(await createInvitation(url), url).searchParams.get('invitation')!;
  const { token } = bodyOf(await createClient(url).call('POST /auth/signup', { ...account, invitation }));
  return { ...account, token };
}
