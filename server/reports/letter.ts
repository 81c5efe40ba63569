import type { Language } from '#contract/language.ts';
import type { ReportFormat } from '#contract/reports.ts';
import { formatMoment } from '#display/format/date.ts';
import { upright } from '#display/words/subject.ts';
import type { Setting } from '#server/dashboards/print/settings.ts';
import { printWords } from '#server/dashboards/print/words.ts';
import { htmlOf, plainOf, type Sheet } from '#server/mail/sheet.ts';
import type { Order } from './order.ts';

type Words = {
  attached: (kind: string) => string;
  linked: (kind: string) => string;
  kinds: Record<ReportFormat, string>;
  planned: string;
  open: string;
  fetch: string;
  from: (maker: string) => string;
  test: string;
  stop: string;
};

const english: Words = {
  attached: (kind) => `The dashboard is attached as ${kind}.`,
  linked: (kind) => `The dashboard as ${kind} is too large for a letter. It can be downloaded for seven days.`,
  kinds: { pdf: 'a PDF', xlsx: 'an Excel workbook' },
  planned: 'Planned for',
  open: 'Open the dashboard',
  fetch: 'Download the file',
  from: (maker) => `${maker} has this report sent to you by Shuju.`,
  test: 'You asked for this letter to see what the report looks like.',
  stop: 'Receive no more of it',
};

const chinese: Words = {
  attached: (kind) => `仪表盘见附件（${kind}）。`,
  linked: (kind) => `文件（${kind}）超出邮件附件的大小限制，可在七天内下载。`,
  kinds: { pdf: 'PDF', xlsx: 'Excel 工作簿' },
  planned: '计划时间',
  open: '打开仪表盘',
  fetch: '下载文件',
  from: (maker) => `${maker} 通过 Shuju（数据）定期向您发送此报告。`,
  test: '您请求了这封邮件，用来预览报告的样子。',
  stop: '不再接收此报告',
};

const words: Record<Language, Words> = { en_US: english, zh_CN: chinese };

type Around = { slot: Date; settings: Setting[]; file: string | null; dashboard: string; stop: string | null };

// A control that lets everything pass is not worth a line.
const isNarrowing = ({ kind, value }: Setting, language: Language) =>
  kind !== 'control' || value !== upright(printWords[language].all);

/** The letter that a report comes with, in the reader's language and by their clock. */
export function letterFor({ report, maker, look }: Order, { slot, settings, file, dashboard, stop }: Around) {
  const { attached, linked, kinds, planned, open, fetch, from, test, stop: stopWords } = words[look.language];
  const kind = kinds[report.format];
  const sheet: Sheet = {
    title: report.name,
    lines: [file ? linked(kind) : attached(kind)],
    facts: [
      { name: planned, value: `${formatMoment(slot.toISOString(), look.zone)} (${look.zone})` },
      ...settings.filter((setting) => isNarrowing(setting, look.language)).map(({ name, value }) => ({ name, value })),
    ],
    button: file ? { text: fetch, href: file } : { text: open, href: dashboard },
    foot: [
      ...(file ? [{ text: open, href: dashboard }] : []),
      { text: stop ? from(maker.name) : test },
      ...(stop ? [{ text: stopWords, href: stop }] : []),
    ],
  };
  return { subject: report.name, text: plainOf(sheet, look.language), html: htmlOf(sheet, look.language) };
}
