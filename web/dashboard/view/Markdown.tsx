import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';

type Props = {
  text: string;
  /** What stands for {{name}}; nothing leaves it as it is written. */
  renderName: (name: string) => ReactNode;
};

type Speak = Props['renderName'];

/**
 * Markdown as elements of the page. No markup is ever made of it: HTML in the text is shown as it is written, and
 * links lead only where links may.
 */
export function Markdown({ text, renderName }: Props) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <>{renderAll(tokens, renderName)}</>;
}

const renderAll = (tokens: Token[] | undefined, speak: Speak): ReactNode =>
  // The text is drawn whole whenever it changes, so places can be keys.
  // oxlint-disable-next-line react/no-array-index-key
  (tokens ?? []).map((token, index) => <Fragment key={index}>{renderOne(token as MarkedToken, speak)}</Fragment>);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plainOf = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);

function renderText(text: string, speak: Speak): ReactNode {
  const pieces = plainOf(text).split(/\{\{\s*([\w-]{1,100})\s*\}\}/);
  return pieces.map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 0 ? piece : <Fragment key={index}>{speak(piece) ?? `{{${piece}}}`}</Fragment>,
  );
}

function renderOne(token: MarkedToken, speak: Speak): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The page has its own first two levels.
      return createElement(`h${Math.min(token.depth + 2, 6)}`, {}, renderAll(token.tokens, speak));
    case 'paragraph':
      return <p>{renderAll(token.tokens, speak)}</p>;
    case 'blockquote':
      return <blockquote>{renderAll(token.tokens, speak)}</blockquote>;
    case 'list':
      return renderList(token, speak);
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'table':
      return renderTable(token, speak);
    default:
      return renderInline(token, speak);
  }
}

function renderInline(token: MarkedToken, speak: Speak): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderAll(token.tokens, speak)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens, speak)}</em>;
    case 'del':
      return <del>{renderAll(token.tokens, speak)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return renderLink(token, speak);
    case 'image':
      return token.text;
    case 'text':
      return 'tokens' in token && token.tokens ? renderAll(token.tokens, speak) : renderText(token.text, speak);
    case 'escape':
      return token.text;
    default:
      return renderText(token.raw, speak);
  }
}

function renderList({ ordered, start, items }: Tokens.List, speak: Speak): ReactNode {
  const entries = items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={index} data-task={item.task || undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled />}
      {renderAll(item.tokens, speak)}
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function renderTable({ header, rows }: Tokens.Table, speak: Speak): ReactNode {
  const cells = (row: Tokens.TableCell[], name: 'th' | 'td') =>
    row.map(({ tokens, align }, index) =>
      createElement(name, { key: index, style: { textAlign: align ?? undefined } }, renderAll(tokens, speak)),
    );
  return (
    <table>
      <thead>
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether an address is one of the web, of mail, or of this site. */
function isSafe(href: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href, window.location.origin).protocol);
  } catch {
    return false;
  }
}

function renderLink({ href, tokens }: Tokens.Link, speak: Speak): ReactNode {
  const text = renderAll(tokens, speak);
  const address = plainOf(href);
  if (!isSafe(address)) return text;
  const isOwn = new URL(address, window.location.origin).origin === window.location.origin;
  return (
    <a href={address} {...(!isOwn && { target: '_blank', rel: 'noopener noreferrer' })}>
      {text}
    </a>
  );
}
