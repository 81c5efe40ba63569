import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';

import { unescapeMarkup } from '#domain/text/markup.ts';

type MarkdownProps = {
  text: string;
  /** Renders {{name}}; null leaves it as text. */
  renderName: (name: string) => ReactNode;
};

type RenderName = MarkdownProps['renderName'];

/** Renders Markdown as React elements. HTML in the text is shown as text, and only safe links become links. */
export function Markdown({ text, renderName }: MarkdownProps) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <>{renderAll(tokens, renderName)}</>;
}

const renderAll = (tokens: Token[] | undefined, renderName: RenderName): ReactNode =>
  // The whole text renders again on every change, so indexes can be keys.
  // oxlint-disable-next-line react/no-array-index-key
  (tokens ?? []).map((token, index) => <Fragment key={index}>{renderOne(token as MarkedToken, renderName)}</Fragment>);

function renderText(text: string, renderName: RenderName): ReactNode {
  const pieces = unescapeMarkup(text).split(/\{\{\s*([\w-]{1,100})\s*\}\}/);
  return pieces.map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 0 ? piece : <Fragment key={index}>{renderName(piece) ?? `{{${piece}}}`}</Fragment>,
  );
}

function renderOne(token: MarkedToken, renderName: RenderName): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The page uses the first two heading levels itself.
      return createElement(`h${Math.min(token.depth + 2, 6)}`, {}, renderAll(token.tokens, renderName));
    case 'paragraph':
      return <p>{renderAll(token.tokens, renderName)}</p>;
    case 'blockquote':
      return <blockquote>{renderAll(token.tokens, renderName)}</blockquote>;
    case 'list':
      return renderList(token, renderName);
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'table':
      return renderTable(token, renderName);
    default:
      return renderInline(token, renderName);
  }
}

function renderInline(token: MarkedToken, renderName: RenderName): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderAll(token.tokens, renderName)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens, renderName)}</em>;
    case 'del':
      return <del>{renderAll(token.tokens, renderName)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return renderLink(token, renderName);
    case 'image':
      return token.text;
    case 'text':
      return 'tokens' in token && token.tokens
        ? renderAll(token.tokens, renderName)
        : renderText(token.text, renderName);
    case 'escape':
      return token.text;
    default:
      return renderText(token.raw, renderName);
  }
}

function renderList({ ordered, start, items }: Tokens.List, renderName: RenderName): ReactNode {
  const entries = items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={index} data-task={item.task || undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled />}
      {renderAll(item.tokens, renderName)}
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function renderTable({ header, rows }: Tokens.Table, renderName: RenderName): ReactNode {
  const cells = (row: Tokens.TableCell[], name: 'th' | 'td') =>
    row.map(({ tokens, align }, index) =>
      createElement(name, { key: index, style: { textAlign: align ?? undefined } }, renderAll(tokens, renderName)),
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

/** Whether a URL is http(s), mailto or relative. */
function isSafe(href: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href, window.location.origin).protocol);
  } catch {
    // Not a URL.
    return false;
  }
}

function renderLink({ href, tokens }: Tokens.Link, renderName: RenderName): ReactNode {
  const text = renderAll(tokens, renderName);
  const address = unescapeMarkup(href);
  if (!isSafe(address)) return text;
  const isOwn = new URL(address, window.location.origin).origin === window.location.origin;
  return (
    <a href={address} {...(!isOwn && { target: '_blank', rel: 'noopener noreferrer' })}>
      {text}
    </a>
  );
}
