import type { AuditEntry } from '#contract/audit/routes.ts';
import type { AuditOutcome } from '#contract/audit/outcomes.ts';
import { databaseKinds, databases } from '#domain/databases.ts';
import type { Language } from '#domain/language.ts';

/** Texts of the audit log. */
export type AuditWords = {
  outcomes: Record<AuditOutcome, string>;
  /** Labels of detail fields and their values. */
  fields: Record<string, string>;
  values: Record<string, string>;
  columns: {
    at: string;
    who: string;
    act: string;
    thing: string;
    details: string;
    outcome: string;
    reason: string;
    address: string;
    device: string;
    byKey: string;
  };
};

const databaseNames = Object.fromEntries(databaseKinds.map((kind) => [kind, databases[kind].name]));

const english: AuditWords = {
  outcomes: { done: 'Done', refused: 'Rejected', failed: 'Failed', begun: 'Interrupted' },
  fields: {
    scope: 'scope',
    days: 'days',
    maxViews: 'view limit',
    role: 'role',
    signUp: 'sign-up',
    card: 'card time limit (s)',
    editor: 'editor time limit (s)',
    name: 'name',
    number: 'version',
    everyone: 'everyone',
    kind: 'type',
    host: 'host',
    allowsSql: 'custom SQL',
    mayConnect: 'can connect databases',
    member: 'member',
    reach: 'recipients',
    content: 'items inside',
    format: 'format',
  },
  values: {
    read: 'read',
    edit: 'edit',
    view: 'view',
    owner: 'owner',
    editor: 'editor',
    viewer: 'viewer',
    open: 'open',
    invitation: 'by invitation',
    dashboard: 'dashboards',
    application: 'applications',
    members: 'members only',
    anyone: 'anyone',
    refuse: 'none',
    move_up: 'move up',
    mail: 'email',
    webhook: 'webhook',
    dingtalk: 'DingTalk',
    wecom: 'WeCom',
    feishu: 'Feishu',
    slack: 'Slack',
    ...databaseNames,
    true: 'yes',
    false: 'no',
    null: 'none',
  },
  columns: {
    at: 'Time',
    who: 'Person',
    act: 'Action',
    thing: 'Item',
    details: 'Details',
    outcome: 'Result',
    reason: 'Reason',
    address: 'Address',
    device: 'Device',
    byKey: 'Personal key',
  },
};

const chinese: AuditWords = {
  outcomes: { done: '成功', refused: '被拒绝', failed: '失败', begun: '中断' },
  fields: {
    scope: '权限',
    days: '天数',
    maxViews: '浏览次数上限',
    role: '角色',
    signUp: '注册',
    card: '卡片时限（秒）',
    editor: '编辑者时限（秒）',
    name: '名称',
    number: '版本',
    everyone: '所有成员',
    kind: '类型',
    host: '主机',
    allowsSql: '自定义 SQL',
    mayConnect: '可连接数据库',
    member: '成员',
    reach: '收件人范围',
    content: '其中的内容',
    format: '格式',
  },
  values: {
    read: '只读',
    edit: '可编辑',
    view: '可查看',
    owner: '所有者',
    editor: '编辑者',
    viewer: '查看者',
    open: '开放',
    invitation: '仅限邀请',
    dashboard: '仪表盘',
    application: '应用',
    members: '仅成员',
    anyone: '任何人',
    refuse: '无',
    move_up: '上移一级',
    mail: '邮件',
    webhook: 'Webhook',
    dingtalk: '钉钉',
    wecom: '企业微信',
    feishu: '飞书',
    slack: 'Slack',
    ...databaseNames,
    true: '是',
    false: '否',
    null: '无',
  },
  columns: {
    at: '时间',
    who: '人员',
    act: '操作',
    thing: '对象',
    details: '详情',
    outcome: '结果',
    reason: '原因',
    address: '地址',
    device: '设备',
    byKey: '通过个人密钥',
  },
};

export const auditWords: Record<Language, AuditWords> = { en_US: english, zh_CN: chinese };

/** Details of an action in one line. */
export function detailWords(details: AuditEntry['details'], language: Language): string {
  const { fields, values } = auditWords[language];
  const [colon, comma] = language === 'zh_CN' ? ['：', '，'] : [': ', ', '];
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${fields[name] ?? name}${colon}${values[String(value)] ?? String(value)}`)
    .join(comma);
}
