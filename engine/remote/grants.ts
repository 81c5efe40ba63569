/** Privileges on a scope, from a line of SHOW GRANTS: `*.*`, `shop.orders`, or in ClickHouse also `URL` and `*`. */
export type AccountGrant = { privileges: string[]; scope: string };

const name = String.raw`\`(?:[^\`\\]|\\.|\`\`)*\``;
// Columns of a privilege, or the pattern of a source.
const list = String.raw`\((?:${name}|'(?:[^'\\]|\\.)*'|[^)\`'])*\)`;
const privilege = String.raw`[A-Za-z][\w ]*?(?: ?${list})?`;
const grantPattern = new RegExp(
  String.raw`^GRANT (${privilege}(?:, ?${privilege})*) ON (?!FUNCTION |PROCEDURE |PACKAGE )((?:${name}|${list}|[^\s\`('])+) TO `,
  's',
);
const listPattern = new RegExp(` ?${list}`, 'gs');
const namePattern = new RegExp(name, 'gs');

/** The grant on tables in a line of SHOW GRANTS of MySQL or ClickHouse; null if the line concerns a role or routine. */
export function grantOf(line: string): AccountGrant | null {
  const [, privileges, scope] = grantPattern.exec(line) ?? [];
  if (privileges === undefined || scope === undefined) return null;
  return {
    privileges: privileges.replace(listPattern, '').split(/, ?/),
    scope: scope.replace(listPattern, '').replace(namePattern, (quoted) => quoted.slice(1, -1).replaceAll('``', '`')),
  };
}

/** The scopes of grants with such a privilege, a few as examples. */
export const scopesOf = (grants: AccountGrant[], pattern: RegExp): string[] =>
  grants
    .filter(({ privileges }) => privileges.some((each) => pattern.test(each)))
    .map(({ scope }) => scope)
    .slice(0, 3);
