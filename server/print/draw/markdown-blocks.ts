import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

import { unescapeMarkup } from '#domain/text/markup.ts';
import type { TextRun } from './text-layout.ts';

/** A block of a Markdown text. */
export type Block =
  | { kind: 'runs'; runs: TextRun[]; size: number; indent: number; mark: string }
  | { kind: 'code'; lines: string[]; indent: number }
  | { kind: 'line'; indent: number }
  | { kind: 'table'; head: TextRun[][]; rows: TextRun[][][]; indent: number };

type ResolveNumber = (name: string) => string | undefined;
type TextStyle = Pick<TextRun, 'weight' | 'tone'>;

const plain: TextStyle = { weight: 'regular', tone: 'text' };
const sizes: Record<number, number> = { 1: 18, 2: 16 };
const indentStep = 20;

/** Parses Markdown into blocks. HTML in it is shown as text; `resolveNumber` returns the value of {{name}}. */
export const blocksOf = (text: string, resolveNumber: ResolveNumber): Block[] =>
  blocksOfTokens(lexer(text), { resolveNumber, style: plain, indent: 0 });

type BlockContext = { resolveNumber: ResolveNumber; style: TextStyle; indent: number };

const blocksOfTokens = (tokens: Token[], context: BlockContext): Block[] =>
  tokens.flatMap((token) => blockOf(token as MarkedToken, context));

function blockOf(token: MarkedToken, context: BlockContext): Block[] {
  const { indent, style } = context;
  const runsBlock = (tokens: Token[] | undefined, size = 14, ownStyle: TextStyle = style): Block[] => [
    { kind: 'runs', runs: runsOf(tokens ?? [], { ...context, style: ownStyle }), size, indent, mark: '' },
  ];
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return runsBlock(token.tokens, sizes[token.depth] ?? 14, { ...style, weight: 'bold' });
    case 'paragraph':
      return runsBlock(token.tokens);
    case 'blockquote':
      return blocksOfTokens(token.tokens ?? [], {
        ...context,
        indent: indent + indentStep,
        style: { ...style, tone: 'quiet' },
      });
    case 'list':
      return token.items.flatMap((item, index) => itemOf(item, markOf(token, item, index), context));
    case 'code':
      return [{ kind: 'code', lines: token.text.split('\n'), indent }];
    case 'hr':
      return [{ kind: 'line', indent }];
    case 'table':
      return [tableOf(token, context)];
    default:
      return runsBlock([token]);
  }
}

function markOf({ ordered, start }: Tokens.List, item: Tokens.ListItem, index: number): string {
  if (item.task) return item.checked ? '☑' : '□';
  return ordered ? `${(Number(start) || 1) + index}.` : '•';
}

/** The marker is beside the first line of an item. */
function itemOf(item: Tokens.ListItem, mark: string, context: BlockContext): Block[] {
  const [first, ...others] = blocksOfTokens(item.tokens, { ...context, indent: context.indent + indentStep });
  if (!first) return [];
  return [first.kind === 'runs' ? { ...first, mark } : first, ...others];
}

function tableOf({ header, rows }: Tokens.Table, context: BlockContext): Block {
  const cell = (style: TextStyle) => (each: Tokens.TableCell) => runsOf(each.tokens, { ...context, style });
  return {
    kind: 'table',
    head: header.map(cell({ weight: 'bold', tone: 'quiet' })),
    rows: rows.map((row) => row.map(cell(context.style))),
    indent: context.indent,
  };
}

const runsOf = (tokens: Token[], context: BlockContext): TextRun[] =>
  tokens.flatMap((token) => runOf(token as MarkedToken, context));

function runOf(token: MarkedToken, context: BlockContext): TextRun[] {
  const { style } = context;
  const nestedRuns = (tokens: Token[] | undefined, override: Partial<TextStyle>) =>
    runsOf(tokens ?? [], { ...context, style: { ...style, ...override } });
  switch (token.type) {
    case 'strong':
      return nestedRuns(token.tokens, { weight: 'bold' });
    case 'em':
    case 'del':
      return nestedRuns(token.tokens, {});
    case 'link':
      return nestedRuns(token.tokens, { tone: 'brand' });
    case 'codespan':
      return [{ text: token.text, ...style, tone: 'quiet' }];
    case 'br':
      return [{ text: '\n', ...style }];
    case 'image':
    case 'escape':
      return [{ text: token.text, ...style }];
    case 'text':
      return 'tokens' in token && token.tokens ? runsOf(token.tokens, context) : resolvedRuns(token.text, context);
    default:
      return resolvedRuns(token.raw, context);
  }
}

/** A text with its {{name}} placeholders resolved. */
function resolvedRuns(text: string, { resolveNumber, style }: BlockContext): TextRun[] {
  const pieces = unescapeMarkup(text).split(/\{\{\s*([\w-]{1,100})\s*\}\}/);
  return pieces.flatMap((piece, index): TextRun[] => {
    if (index % 2 === 0) return piece ? [{ text: piece, ...style }] : [];
    const number = resolveNumber(piece);
    return [number === undefined ? { text: `{{${piece}}}`, ...style } : { text: number, ...style, weight: 'bold' }];
  });
}
