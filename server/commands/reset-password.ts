import { createAuth } from '#server/accounts/auth.ts';
import { findMember } from '#server/accounts/members.ts';
import { createResetLink } from '#server/accounts/passwords.ts';
import { parseConfig } from '#server/config.ts';
import { visitStore } from '#server/database/open.ts';

const config = parseConfig(process.env);
const identifier = process.argv[2];
if (!identifier) {
  process.stderr.write('Usage: npm run reset-password -- <username or e-mail>\n');
  process.exit(2);
}

const store = await visitStore(config);
try {
  const member = await findMember(store.db, identifier);
  if (member) {
    const auth = createAuth(store.db, config.secret ?? store.secrets.auth);
    const { path } = await createResetLink(auth, member.id);
    process.stdout.write(
      `Open this link within an hour to set a new password for ${member.name}:\n${config.publicUrl}${path}\n`,
    );
  } else {
    process.stderr.write(`There is no member called ${identifier}.\n`);
    process.exitCode = 1;
  }
} finally {
  await store.close();
}
