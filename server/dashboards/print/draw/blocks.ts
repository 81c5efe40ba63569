import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

import type { Run } from './letters.ts';

/** A piece of a text below the one before it. */
export type Block =
  | { kind: 'runs'; runs: Run[]; size: number; indent: number; mark: string }
  | { kind: 'code'; lines: string[]; indent: number }
  | { kind: 'line'; indent: number }
  | { kind: 'table'; head: Run[][]; rows: Run[][][]; indent: number };

type Speak = (name: string) => string | undefined;
type Face = Pick<Run, 'weight' | 'tone'>;

const plain: Face = { weight: 'regular', tone: 'text' };
const sizes: Record<number, number> = { 1: 18, 2: 16 };
const step = 20;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plainOf = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);

/** Markdown as blocks of text. HTML in it is shown as it is written; `speak` says what stands for {{name}}. */
export const blocksOf = (text: string, speak: Speak): Block[] => blocks(lexer(text), { speak, face: plain, indent: 0 });

type Where = { speak: Speak; face: Face; indent: number };

const blocks = (tokens: Token[], where: Where): Block[] =>
  tokens.flatMap((token) => blockOf(token as MarkedToken, where));

function blockOf(token: MarkedToken, where: Where): Block[] {
  const { indent, face } = where;
  const runsBlock = (tokens: Token[] | undefined, size = 14, own: Face = face): Block[] => [
    { kind: 'runs', runs: runsOf(tokens ?? [], { ...where, face: own }), size, indent, mark: '' },
  ];
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return runsBlock(token.tokens, sizes[token.depth] ?? 14, { ...face, weight: 'bold' });
    case 'paragraph':
      return runsBlock(token.tokens);
    case 'blockquote':
      return blocks(token.tokens ?? [], { ...where, indent: indent + step, face: { ...face, tone: 'quiet' } });
    case 'list':
      return token.items.flatMap((item, index) => itemOf(item, markOf(token, item, index), where));
    case 'code':
      return [{ kind: 'code', lines: token.text.split('\n'), indent }];
    case 'hr':
      return [{ kind: 'line', indent }];
    case 'table':
      return [tableOf(token, where)];
    default:
      return runsBlock([token]);
  }
}

function markOf({ ordered, start }: Tokens.List, item: Tokens.ListItem, index: number): string {
  if (item.task) return item.checked ? '☑' : '□';
  return ordered ? `${(Number(start) || 1) + index}.` : '•';
}

/** The mark stands beside the first line of an item. */
function itemOf(item: Tokens.ListItem, mark: string, where: Where): Block[] {
  const [first, ...others] = blocks(item.tokens, { ...where, indent: where.indent + step });
  if (!first) return [];
  return [first.kind === 'runs' ? { ...first, mark } : first, ...others];
}

function tableOf({ header, rows }: Tokens.Table, where: Where): Block {
  const cell = (face: Face) => (each: Tokens.TableCell) => runsOf(each.tokens, { ...where, face });
  return {
    kind: 'table',
    head: header.map(cell({ weight: 'bold', tone: 'quiet' })),
    rows: rows.map((row) => row.map(cell(where.face))),
    indent: where.indent,
  };
}

const runsOf = (tokens: Token[], where: Where): Run[] => tokens.flatMap((token) => runOf(token as MarkedToken, where));

function runOf(token: MarkedToken, where: Where): Run[] {
  const { face } = where;
  const within = (tokens: Token[] | undefined, own: Partial<Face>) =>
    runsOf(tokens ?? [], { ...where, face: { ...face, ...own } });
  switch (token.type) {
    case 'strong':
      return within(token.tokens, { weight: 'bold' });
    case 'em':
    case 'del':
      return within(token.tokens, {});
    case 'link':
      return within(token.tokens, { tone: 'brand' });
    case 'codespan':
      return [{ text: token.text, ...face, tone: 'quiet' }];
    case 'br':
      return [{ text: '\n', ...face }];
    case 'image':
    case 'escape':
      return [{ text: token.text, ...face }];
    case 'text':
      return 'tokens' in token && token.tokens ? runsOf(token.tokens, where) : spoken(token.text, where);
    default:
      return spoken(token.raw, where);
  }
}

/** A text with the numbers that it names. */
function spoken(text: string, { speak, face }: Where): Run[] {
  const pieces = plainOf(text).split(/\{\{\s*([\w-]{1,100})\s*\}\}/);
  return pieces.flatMap((piece, index): Run[] => {
    if (index % 2 === 0) return piece ? [{ text: piece, ...face }] : [];
    const number = speak(piece);
    return [number === undefined ? { text: `{{${piece}}}`, ...face } : { text: number, ...face, weight: 'bold' }];
  });
}
