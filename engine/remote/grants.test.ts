import { expect, test } from 'vitest';

import { grantOf } from './grants.ts';

test.each([
  ['GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD', ['USAGE'], '*.*'],
  ['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION', ['ALL PRIVILEGES'], '*.*'],
  [
    'GRANT SELECT (`a`, `b) ON x`), INSERT (c, d), CREATE VIEW ON `d`.`t` TO `u`@`%`',
    ['SELECT', 'INSERT', 'CREATE VIEW'],
  ],
  ["GRANT BACKUP_ADMIN,XA_RECOVER_ADMIN ON *.* TO 'root'@'%'", ['BACKUP_ADMIN', 'XA_RECOVER_ADMIN'], '*.*'],
  ['GRANT SELECT ON `d`.`a``b ON x TO ` TO `u`@`%`', ['SELECT'], 'd.a`b ON x TO '],
  ['GRANT SELECT(a), ALTER UPDATE ON default.`a\\`b TO x` TO u', ['SELECT', 'ALTER UPDATE'], 'default.a\\`b TO x'],
  ['GRANT READ, WRITE ON FILE TO u', ['READ', 'WRITE'], 'FILE'],
  ["GRANT READ ON S3('s3://a b/.*') TO u", ['READ'], 'S3'],
])('%s', (line, privileges, scope = 'd.t') => {
  expect(grantOf(line)).toEqual({ privileges, scope });
});

test.each([
  'GRANT loader TO u1',
  'GRANT `loader`@`%` TO `u`@`%`',
  "GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION",
  'GRANT EXECUTE ON FUNCTION `d`.`f` TO `u`@`%`',
  'SET DEFAULT ROLE `loader` FOR `u`@`%`',
])('%s is not a grant on tables', (line) => {
  expect(grantOf(line)).toBeNull();
});
