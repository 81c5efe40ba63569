import type { ApiKey } from '#contract/api.ts';

/** First path segment of a route. */
type ApiArea = ApiKey extends `${string} /${infer Path}`
  ? Path extends `${infer First}/${string}`
    ? First
    : Path
  : never;

/** Chinese names of API areas; pushing (`ingest`) is not in the contract. */
export const areaWords: Record<ApiArea | 'ingest', string> = {
  alerts: '预警',
  applications: '应用',
  audit: '审计日志',
  auth: '登录与注册',
  avatars: '头像',
  backups: '备份',
  changelog: '更新日志',
  channels: '通知渠道',
  charts: '图表',
  dashboards: '仪表盘',
  data: '读取数据',
  datasets: '数据集',
  exports: '导出',
  imports: '导入',
  ingest: '推送',
  installation: '安装',
  invitations: '邀请',
  letters: '报告邮件',
  live: '实时变化',
  me: '个人',
  members: '成员',
  notifications: '通知',
  queries: '查询',
  reports: '定期报告',
  sample: '示例',
  search: '搜索',
  sessions: '会话',
  shares: '公开链接',
  storage: '存储',
  system: '系统状态',
  trash: '回收站',
  uploads: '上传',
};
