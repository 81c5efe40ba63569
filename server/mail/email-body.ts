import type { Language } from '#domain/language.ts';
import { inks } from '#display/charts/ink.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

/** Content of an email, in reading order. All of it is plain text. */
export type EmailBody = {
  title: string;
  lines: string[];
  /** Names and values. */
  facts?: { name: string; value: string }[];
  /** Inline image, and its alternative text. */
  picture?: { cid: string; alt: string };
  button: { text: string; href: string };
  /** Footer: the reason for the email, and a link to unsubscribe. */
  foot: { text: string; href?: string }[];
};

const tags: Record<Language, string> = { en_US: 'en', zh_CN: 'zh-CN' };
const colons: Record<Language, string> = { en_US: ': ', zh_CN: '：' };
const brands = { light: { page: '#f3f5f9', brand: '#3b5bdb' }, dark: { page: '#0e1219', brand: '#4c68e0' } };
const white = '#ffffff';

/** Plain-text version of an email. */
export function plainOf({ title, lines, facts = [], button, foot }: EmailBody, language: Language): string {
  const colon = colons[language];
  const factLines = facts.map(({ name, value }) => `${name}${colon}${value}`).join('\n');
  const small = foot.map(({ text, href }) => (href ? `${text}${colon}${href}` : text)).join('\n');
  return `${[title, ...lines, factLines, `${button.text}${colon}${button.href}`, small].filter(Boolean).join('\n\n')}\n`;
}

// Email clients ignore most CSS, so this uses tables and inline styles.
const { surface, border, text, quiet } = inks.light;
const night = inks.dark;
const family = `-apple-system,BlinkMacSystemFont,'Segoe UI','PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif`;

const dark = `@media (prefers-color-scheme: dark) {
.page { background: ${brands.dark.page} !important }
.sheet { background: ${night.surface} !important; border-color: ${night.border} !important }
.text { color: ${night.text} !important }
.quiet, .quiet a { color: ${night.quiet} !important }
.line { border-color: ${night.border} !important }
.button { background: ${brands.dark.brand} !important }
}`;

const paragraph = (words: string, name: string, style: string) =>
  `<p class="${name}" dir="auto" style="margin:0 0 12px;${style}">${escapeMarkup(words).replaceAll('\n', '<br>')}</p>`;

function factsOf(facts: NonNullable<EmailBody['facts']>): string {
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><td class="quiet" dir="auto" style="padding:2px 16px 2px 0;color:${quiet};vertical-align:top;white-space:nowrap">${escapeMarkup(name)}</td>` +
      `<td class="text" dir="auto" style="padding:2px 0;color:${text};word-break:break-word">${escapeMarkup(value)}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px">${rows.join('')}</table>`;
}

const pictureOf = ({ cid, alt }: NonNullable<EmailBody['picture']>) =>
  `<img src="cid:${cid}" alt="${escapeMarkup(alt)}" width="592" style="display:block;width:100%;max-width:592px;height:auto;margin:0 0 16px;border-radius:6px">`;

const footOf = (foot: EmailBody['foot']) =>
  foot
    .map(({ text: words, href }) =>
      href ? `<a href="${escapeMarkup(href)}" style="color:${quiet}">${escapeMarkup(words)}</a>` : escapeMarkup(words),
    )
    .join('<br>');

/** HTML version of an email, with dark mode. */
export function htmlOf({ title, lines, facts = [], picture, button, foot }: EmailBody, language: Language): string {
  const inner = [
    `<h1 class="text" dir="auto" style="margin:0 0 12px;font-size:18px;line-height:1.4;font-weight:600;color:${text};word-break:break-word">${escapeMarkup(title)}</h1>`,
    ...lines.map((line) => paragraph(line, 'text', `color:${text};word-break:break-word`)),
    factsOf(facts),
    picture ? pictureOf(picture) : '',
    `<a class="button" href="${escapeMarkup(button.href)}" style="display:inline-block;padding:8px 20px;border-radius:6px;background:${brands.light.brand};color:${white};text-decoration:none;font-weight:500">${escapeMarkup(button.text)}</a>`,
  ];
  return [
    `<!doctype html><html lang="${tags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeMarkup(title)}</title><style>${dark}</style></head>`,
    `<body class="page" style="margin:0;background:${brands.light.page}">`,
    `<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${brands.light.page};font:14px/1.6 ${family}">`,
    `<tr><td align="center" style="padding:24px 12px">`,
    `<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;background:${surface};border:1px solid ${border};border-radius:8px">`,
    `<tr><td align="left" style="padding:24px">${inner.join('')}</td></tr>`,
    `<tr><td class="quiet line" align="left" style="padding:12px 24px;border-top:1px solid ${border};color:${quiet};font-size:12px">${footOf(foot)}</td></tr>`,
    `</table></td></tr></table></body></html>`,
  ].join('\n');
}
