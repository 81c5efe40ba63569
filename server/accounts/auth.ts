import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { bearer } from 'better-auth/plugins';
import { randomUUID } from 'node:crypto';

import { passwordLength } from '#contract/rules.ts';
import type { Database } from '#server/database/open.ts';
import * as schema from '#server/database/schema.ts';

const day = 24 * 60 * 60;

/**
 * better-auth for passwords, sessions and one-time tokens. It is only called from our routes: its own HTTP endpoints
 * are not mounted, and members are created by our code in the same transaction as their invitation is used.
 */
export function createAuth(db: Database, secret: string) {
  return betterAuth({
    secret,
    baseURL: 'http://localhost',
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: drizzleAdapter(db, { provider: 'pg', schema, transaction: true }),
    plugins: [bearer({ requireSignature: true })],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      modelName: 'members',
      additionalFields: {
        username: { type: 'string', required: true, input: false },
        role: { type: 'string', required: true, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      fields: { userId: 'memberId', ipAddress: 'address' },
      expiresIn: 7 * day,
      updateAge: day / 24,
    },
    account: { modelName: 'credentials', fields: { userId: 'memberId' } },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    advanced: { database: { generateId: () => randomUUID() } },
  });
}

export type Auth = ReturnType<typeof createAuth>;
