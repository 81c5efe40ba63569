import { findMember } from '#server/accounts/members.ts';
import { createResetLink } from '#server/accounts/passwords.ts';
import { deleteTwoStep } from '#server/accounts/two-step.ts';
import { parseConfig } from '#server/config.ts';
import { openStoreForCommand } from '#server/database/open.ts';
import { openLog } from '#server/http/log.ts';
import { fail } from './fail.ts';

async function run(identifier: string): Promise<void> {
  const config = parseConfig(process.env);
  const store = await openStoreForCommand(config, openLog(config.logLevel).log);
  try {
    const member = await findMember(store.db, identifier);
    if (!member) throw new Error(`There's no member called ${identifier}.`);
    // A member who forgot the password may have lost the phone too.
    await deleteTwoStep(store.db, member.id);
    const { path } = await createResetLink(store.db, member.id);
    process.stdout.write(
      `Open this link within an hour to set a new password for ${member.name}:\n${config.publicUrl}${path}\n`,
    );
  } finally {
    await store.close();
  }
}

const identifier = process.argv[2];
if (identifier) run(identifier).catch(fail);
else fail(new Error('Usage: npm run reset-password -- <username or email>'));
