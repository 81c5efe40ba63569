import type { Language } from '#domain/language.ts';
import type { ReportFormat } from '#contract/reports/routes.ts';
import { formatMoment } from '#display/format/date.ts';
import { capitalize } from '#display/words/subject.ts';
import type { AppliedSetting } from '#server/print/settings.ts';
import { printWords } from '#server/print/words.ts';
import { htmlOf, plainOf, type EmailBody } from '#server/mail/email-body.ts';
import type { ReportEmailJob } from './email-job.ts';

type ReportEmailTexts = {
  attached: (kind: string) => string;
  linked: (kind: string) => string;
  kinds: Record<ReportFormat, string>;
  planned: string;
  open: string;
  fetch: string;
  from: (creator: string) => string;
  test: string;
  stop: string;
};

const english: ReportEmailTexts = {
  attached: (kind) => `The dashboard is attached as ${kind}.`,
  linked: (kind) => `The dashboard as ${kind} is too large to attach. You can download it for seven days.`,
  kinds: { pdf: 'a PDF', xlsx: 'an Excel workbook' },
  planned: 'Scheduled for',
  open: 'Open dashboard',
  fetch: 'Download file',
  from: (creator) => `${creator} sends you this report through Shuju.`,
  test: 'You requested this email to see what the report looks like.',
  stop: 'Unsubscribe',
};

const chinese: ReportEmailTexts = {
  attached: (kind) => `仪表盘见附件（${kind}）。`,
  linked: (kind) => `文件（${kind}）超出邮件附件的大小限制，可在七天内下载。`,
  kinds: { pdf: 'PDF', xlsx: 'Excel 工作簿' },
  planned: '计划时间',
  open: '打开仪表盘',
  fetch: '下载文件',
  from: (creator) => `${creator} 通过 Shuju（数据）定期向您发送此报告。`,
  test: '您请求了这封邮件，用来预览报告的样子。',
  stop: '不再接收此报告',
};

const textsByLanguage: Record<Language, ReportEmailTexts> = { en_US: english, zh_CN: chinese };

type ReportEmailContext = {
  slot: Date;
  settings: AppliedSetting[];
  file: string | null;
  dashboard: string;
  stop: string | null;
};

// A control that filters nothing is not listed.
const isFiltering = ({ kind, value }: AppliedSetting, language: Language) =>
  kind !== 'control' || value !== capitalize(printWords[language].all);

/** The email of a report, in the language and time zone of the recipient. */
export function reportEmailOf(
  { report, creator, look }: ReportEmailJob,
  { slot, settings, file, dashboard, stop }: ReportEmailContext,
) {
  const { attached, linked, kinds, planned, open, fetch, from, test, stop: stopText } = textsByLanguage[look.language];
  const kind = kinds[report.format];
  const content: EmailBody = {
    title: report.name,
    lines: [file ? linked(kind) : attached(kind)],
    facts: [
      { name: planned, value: `${formatMoment(slot.toISOString(), look.zone)} (${look.zone})` },
      ...settings.filter((setting) => isFiltering(setting, look.language)).map(({ name, value }) => ({ name, value })),
    ],
    button: file ? { text: fetch, href: file } : { text: open, href: dashboard },
    foot: [
      ...(file ? [{ text: open, href: dashboard }] : []),
      { text: stop ? from(creator.name) : test },
      ...(stop ? [{ text: stopText, href: stop }] : []),
    ],
  };
  return { subject: report.name, text: plainOf(content, look.language), html: htmlOf(content, look.language) };
}
