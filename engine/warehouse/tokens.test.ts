import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createRandom } from '#engine/testing/random.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { type SqlToken, tokensOf } from './tokens.ts';
import { writeSql } from './write-sql.ts';

const textsOf = (sql: string) => tokensOf(sql).map(({ kind, text }) => `${kind} ${text}`);

test('splits SQL into tokens', () => {
  expect(textsOf('select t.1.2, .5, x.y, 1e-3, 0xFF -- c\n /* /* */ */ 中文_1 // k').join(' | ')).toBe(
    'word select | word t | symbol . | number 1 | symbol . | number 2 | symbol , | number .5 | symbol , | word x | ' +
      'symbol . | word y | symbol , | number 1e-3 | symbol , | number 0xFF | name 中文_1',
  );
  expect(textsOf('"a""b" `c\\`d` \'e\'\'f\' $g $h$i$$j$h$').join(' | ')).toBe(
    "name a\"b | name c`d | string 'e''f' | param g | string 'i$$j'",
  );
});

test('braces are not sent, because the client looks for parameters in them', () => {
  for (const sql of ["'{p1:String}'", "'\\{p1:String}'", "'\\\\{p1:String}'", '$${p1:String}$$', '`{p1:String}`'])
    expect(writeSql(tokensOf(sql), () => undefined).text).not.toContain('{');
});

test('long texts are split in linear time', () => {
  for (const part of ["'", '"', '`', '$', '/*', '(', 'a.', '1_', '--', '\\', "''", '$a', ' '])
    try {
      tokensOf(`select ${part.repeat(50_000)}`);
    } catch (error) {
      expect((error as { code: string }).code).toMatch(/^sql_/);
    }
});

describe.skipIf(!hasTestClickhouse)('the server', () => {
  let server: TestClickhouse;
  beforeAll(async () => {
    server = await openTestClickhouse();
  });
  afterAll(() => server.close());

  const kinds: Record<string, SqlToken['kind']> = {
    BareWord: 'word',
    QuotedIdentifier: 'name',
    StringLiteral: 'string',
    Number: 'number',
  };

  /** The tokens of the server for SQL that we wrote, after the first, which is a parenthesis that we add. */
  async function serverTokensOf(sql: string): Promise<{ kind: string; text: string }[]> {
    const rows = await server.execute(
      `select tupleElement(t, 1) as a, tupleElement(t, 2) as b, toString(tupleElement(t, 3)) as kind
       from (select arrayJoin(tokenizeQuery(unhex('${Buffer.from(sql).toString('hex')}'))) as t)`,
    );
    const bytes = Buffer.from(sql);
    return rows
      .map(({ a, b, kind }) => ({ kind: String(kind), text: bytes.subarray(Number(a), Number(b)).toString() }))
      .filter(({ kind }) => kind !== 'Whitespace')
      .map(({ kind, text }) => ({ kind: kinds[kind] ?? 'symbol', text }))
      .slice(1);
  }

  test('splits the SQL that we send into the same tokens as we do', async () => {
    const random = createRandom(7);
    const characters = 'abx_1290.,()[]+-*/%=<>!?:;|^"\'`\\ \n\t$#@{}中é“”‘’−\u00a0';
    const sequences = `-- /* */ '' "" \`\` $$ $a$ -> :: \\' \\\\ 1.5 e5 0x x' // select 'text' "name" \`n\` $p a.b 1 ~`;
    // The last stands for spaces.
    const pieces = [...Array.from(characters), ...sequences.split(' ').map((each) => each.replace('~', '  '))];
    const wrong: string[] = [];
    let compared = 0;
    for (let count = 0; count < 3000; count++) {
      const sql = random.several(1, 12, () => random.pick(pieces)).join('');
      let tokens: SqlToken[];
      try {
        tokens = tokensOf(sql);
      } catch {
        // Not SQL.
        continue;
      }
      compared++;
      const spell = ({ kind, text }: SqlToken) => (kind === 'param' ? `param_${text}` : undefined);
      const sent = tokens.map((token) => writeSql([token], spell).text);
      const serverTokens = await serverTokensOf(`( ${writeSql(tokens, spell).text}`);
      const expected = tokens.map(({ kind }, index) => ({
        kind: kind === 'param' ? 'word' : kind,
        text: sent[index]!,
      }));
      if (JSON.stringify(serverTokens) !== JSON.stringify(expected))
        wrong.push(`${JSON.stringify(sql)}: ${JSON.stringify(serverTokens)}`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  }, 60_000);
});
