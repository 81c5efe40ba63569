import type { AlertCondition, Firing } from '#contract/alerts/schemas.ts';
import type { DefinitionChange } from '#contract/datasets/verification.ts';
import type { Language } from '#domain/language.ts';
import { isolate } from '#domain/query/value-labels.ts';
import type { Failure, Notice } from '#contract/notifications/routes.ts';
import { formatMoment, newestText } from '#display/format/date.ts';
import { formatNumber, formatPercent } from '#display/format/number.ts';
import { formatStepCell } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { listOf, textOf } from './subject.ts';

/** Title and text of a notice. */
export type NoticeWords = { title: string; text: string };

/** Returns the message of an error. The caller passes it, because not all callers load the error catalogue. */
export type Explain = (failure: Failure) => string;

type NoticeFormatter<Kind> = (notice: Extract<Notice, { kind: Kind }>, explain: Explain, look: Look) => NoticeWords;
type NoticeFormatters = { [Kind in Notice['kind']]: NoticeFormatter<Kind> };

const conditions: Record<Language, (condition: AlertCondition) => string> = {
  en_US: (condition) => {
    if (condition.kind === 'no_data') return 'no data';
    if ('value' in condition) return `${condition.kind} ${formatNumber(condition.value, 'en_US')}`;
    const base = { previous: 'the previous period', week: 'a week earlier', year: 'a year earlier' }[condition.against];
    const verb = condition.kind === 'rises' ? 'up' : 'down';
    return `${verb} by ${formatPercent(condition.percent / 100, 'en_US')} or more compared with ${base}`;
  },
  zh_CN: (condition) => {
    if (condition.kind === 'no_data') return '没有数据';
    if ('value' in condition)
      return `${condition.kind === 'above' ? '高于' : '低于'} ${formatNumber(condition.value, 'zh_CN')}`;
    const base = { previous: '上一期', week: '上周同期', year: '去年同期' }[condition.against];
    const verb = condition.kind === 'rises' ? '上升' : '下降';
    return `较${base}${verb} ${formatPercent(condition.percent / 100, 'zh_CN')} 及以上`;
  },
};

/** Alert condition in a few words. */
export const conditionWords = (condition: AlertCondition, language: Language): string =>
  conditions[language](condition);

/** A value that met a condition, with its change from the compared value. */
export function firingWords({ label, names, value, base }: Firing, language: Language): string {
  const amount = value === null ? { en_US: 'no data', zh_CN: '无数据' }[language] : formatNumber(value, language, 2);
  const change = value !== null && base ? (value - base) / Math.abs(base) : null;
  const sign = change !== null && change > 0 ? '+' : '';
  const valueText = change === null ? amount : `${amount} (${sign}${formatPercent(change, language, 1)})`;
  return label === null ? valueText : `${isolate(names?.[language] || label)} ${valueText}`;
}

function firedText(notice: Extract<Notice, { kind: 'alert_fired' }>, look: Look): string {
  const { language } = look;
  const values = notice.values.map((each) => firingWords(each, language)).join(language === 'zh_CN' ? '、' : ', ');
  const more =
    notice.more > 0
      ? { en_US: ` and ${notice.more} more`, zh_CN: `等 ${notice.more + notice.values.length} 项` }[language]
      : '';
  const step = notice.step
    ? `${formatStepCell(notice.step, notice.grain ?? null, look)}${language === 'zh_CN' ? '：' : ': '}`
    : '';
  return `${step}${values}${more}`;
}

const rejectedIn = (rejected: number, rows: number, language: Language) =>
  [rejected, rows].map((count) => formatNumber(count, language)) as [string, string];

type LateNotice = Extract<Notice, { kind: 'dataset_late' }>;

function stateInEnglish({ newest, loadedAt }: LateNotice, zone: string): string {
  if (newest !== null) return `The latest row is from ${newestText(newest, zone)}.`;
  return loadedAt === null ? 'There are no rows yet.' : `Rows were last loaded at ${formatMoment(loadedAt, zone)}.`;
}

function stateInChinese({ newest, loadedAt }: LateNotice, zone: string): string {
  if (newest !== null) return `最新一行：${newestText(newest, zone)}。`;
  return loadedAt === null ? '目前还没有数据。' : `最近载入：${formatMoment(loadedAt, zone)}。`;
}

const changeVerbs: Record<Language, Record<DefinitionChange['kind'], (columns: string) => string>> = {
  en_US: {
    formula: () => 'Its formula changed.',
    source: () => 'The SQL or table that it reads changed.',
    columns_added: (columns) => `Columns added: ${columns}.`,
    columns_removed: (columns) => `Columns removed: ${columns}.`,
    columns_renamed: (columns) => `Columns renamed: ${columns}.`,
    columns_retyped: (columns) => `Columns with a new type: ${columns}.`,
    columns_recalculated: (columns) => `Columns with a new formula: ${columns}.`,
  },
  zh_CN: {
    formula: () => '公式已修改。',
    source: () => '读取的 SQL 或表已更改。',
    columns_added: (columns) => `新增列：${columns}。`,
    columns_removed: (columns) => `移除列：${columns}。`,
    columns_renamed: (columns) => `改名的列：${columns}。`,
    columns_retyped: (columns) => `改变类型的列：${columns}。`,
    columns_recalculated: (columns) => `公式已修改的列：${columns}。`,
  },
};

/** Why a mark was removed. */
function changesText(changes: DefinitionChange[], language: Language): string {
  const namesIn = (change: DefinitionChange) => {
    if (!('columns' in change)) return '';
    const names = change.columns.map((column) => textOf(column, language));
    if (change.more === 0) return listOf(names, language);
    return language === 'zh_CN'
      ? `${names.join('、')}等 ${names.length + change.more} 列`
      : `${names.join(', ')} and ${change.more} more`;
  };
  const texts = changes.map((change) => changeVerbs[language][change.kind](namesIn(change)));
  return texts.join(language === 'zh_CN' ? '' : ' ');
}

const english: NoticeFormatters = {
  import_failed: ({ file, failure }, explain) => ({ title: `“${file}” couldn’t be imported`, text: explain(failure) }),
  import_rejects: ({ file, rows, rejected }) => {
    const [bad, good] = rejectedIn(rejected, rows, 'en_US');
    return {
      title: `“${file}” was imported, but some rows were rejected`,
      text: `${bad} ${rejected === 1 ? 'row was' : 'rows were'} rejected and can be corrected; ${good} ${rows === 1 ? 'row was' : 'rows were'} imported.`,
    };
  },
  extract_failed: ({ name, failure }, explain) => ({
    title: `The extract “${name}” failed`,
    text: explain(failure),
  }),
  dataset_late: (notice, _, { zone }) => ({
    title: `“${textOf(notice.title, 'en_US')}” is late`,
    text: `New data was expected by ${formatMoment(notice.expectedBy, zone)}. ${stateInEnglish(notice, zone)}`,
  }),
  dataset_fresh: ({ title, newest }, _, { zone }) => ({
    title: `“${textOf(title, 'en_US')}” is up to date again`,
    text: newest === null ? '' : `The latest row is from ${newestText(newest, zone)}.`,
  }),
  verification_removed: ({ title, changes }) => ({
    title: `“${textOf(title, 'en_US')}” is no longer verified`,
    text: changesText(changes, 'en_US'),
  }),
  access_given: ({ thing, title, right, by }) => ({
    title: `${by} shared the ${thing} “${textOf(title, 'en_US')}” with you`,
    text: right === 'edit' ? 'You can view and edit it.' : 'You can view it.',
  }),
  folder_access_given: ({ name, right, by }) => ({
    title: `${by} shared the folder “${name}” with you`,
    text: right === 'edit' ? 'You can view and edit everything in it.' : 'You can view everything in it.',
  }),
  alert_fired: (notice, _, look) => ({
    title: `“${notice.name}”: ${conditionWords(notice.condition, 'en_US')}`,
    text: firedText(notice, look),
  }),
  alert_resolved: ({ name }) => ({ title: `“${name}” is back to normal`, text: '' }),
  alert_stuck: ({ name, failure }, explain) => ({ title: `“${name}” can’t be checked`, text: explain(failure) }),
  channel_stopped: ({ name, failure }, explain) => ({
    title: `The channel “${name}” stopped working`,
    text: explain(failure),
  }),
  report_failed: ({ name, to, failure }, explain) => ({
    title: `The report “${name}” couldn’t be sent to ${to}`,
    text: explain(failure),
  }),
};

const thingNames = { dashboard: '仪表盘', application: '应用' };
const chinese: NoticeFormatters = {
  import_failed: ({ file, failure }, explain) => ({ title: `“${file}”导入失败`, text: explain(failure) }),
  import_rejects: ({ file, rows, rejected }) => {
    const [bad, good] = rejectedIn(rejected, rows, 'zh_CN');
    return { title: `“${file}”已导入，但有些行没有通过`, text: `${bad} 行待修正，${good} 行已导入。` };
  },
  extract_failed: ({ name, failure }, explain) => ({ title: `“${name}”抽取失败`, text: explain(failure) }),
  dataset_late: (notice, _, { zone }) => ({
    title: `“${textOf(notice.title, 'zh_CN')}”数据延迟`,
    text: `预期在 ${formatMoment(notice.expectedBy, zone)} 前更新。${stateInChinese(notice, zone)}`,
  }),
  dataset_fresh: ({ title, newest }, _, { zone }) => ({
    title: `“${textOf(title, 'zh_CN')}”已恢复更新`,
    text: newest === null ? '' : `最新一行：${newestText(newest, zone)}。`,
  }),
  verification_removed: ({ title, changes }) => ({
    title: `“${textOf(title, 'zh_CN')}”的已认证标记已取消`,
    text: changesText(changes, 'zh_CN'),
  }),
  access_given: ({ thing, title, right, by }) => ({
    title: `${by} 与您分享了${thingNames[thing]}“${textOf(title, 'zh_CN')}”`,
    text: right === 'edit' ? '您可以查看和编辑。' : '您可以查看。',
  }),
  folder_access_given: ({ name, right, by }) => ({
    title: `${by} 与您分享了文件夹“${name}”`,
    text: right === 'edit' ? '您可以查看和编辑其中的全部内容。' : '您可以查看其中的全部内容。',
  }),
  alert_fired: (notice, _, look) => ({
    title: `“${notice.name}”${conditionWords(notice.condition, 'zh_CN')}`,
    text: firedText(notice, look),
  }),
  alert_resolved: ({ name }) => ({ title: `“${name}”已恢复正常`, text: '' }),
  alert_stuck: ({ name, failure }, explain) => ({ title: `“${name}”无法检查`, text: explain(failure) }),
  channel_stopped: ({ name, failure }, explain) => ({ title: `通知渠道“${name}”已停止工作`, text: explain(failure) }),
  report_failed: ({ name, to, failure }, explain) => ({
    title: `报告“${name}”未能发送给 ${to}`,
    text: explain(failure),
  }),
};

const formatters: Record<Language, NoticeFormatters> = { en_US: english, zh_CN: chinese };

/** A notice in the reader's language and time zone. */
export function noticeWords(notice: Notice, look: Look, explain: Explain = () => ''): NoticeWords {
  const format = formatters[look.language][notice.kind] as (
    notice: Notice,
    explain: Explain,
    look: Look,
  ) => NoticeWords;
  return format(notice, explain, look);
}

/** Several notices with one cause: "and 3 more". */
export const moreWords = (count: number, language: Language): string =>
  language === 'zh_CN' ? `另有 ${count} 条` : `and ${count} more`;
