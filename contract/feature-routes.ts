import { accessRoutes } from './access/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { queryRoutes } from './queries/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { chartRoutes } from './saved-charts/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { connectionPreviewRoutes, connectionSqlRoutes } from './connections/sql-routes.ts';
import { dashboardExportRoutes } from './dashboards/exports.ts';
import { dashboardRoutes } from './dashboards/routes.ts';
import { dataAddressRoutes } from './data-address/routes.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { rowRuleRoutes } from './datasets/row-rules.ts';
import { extractRoutes } from './extracts/routes.ts';
import { folderRoutes } from './folders/routes.ts';
import { freshnessRoutes } from './freshness/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { calculatedRoutes } from './datasets/calculated.ts';
import { lineageRoutes } from './lineage/routes.ts';
import { remapRoutes } from './lineage/remaps.ts';
import { metricRoutes } from './datasets/metrics.ts';
import { keyRoutes } from './accounts/keys.ts';
import { memberRoutes } from './members/routes.ts';
import { seeAsRoutes } from './members/see-as.ts';
import { passkeyRoutes } from './accounts/passkeys.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { avatarRoutes, securityRoutes } from './accounts/security.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { useRoutes } from './datasets/uses.ts';
import { verificationRoutes } from './datasets/verification-routes.ts';
import { relationRoutes } from './relations/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { runRoutes } from './dashboards/runs.ts';
import { ownShareRoutes, sharedRoutes, shareRoutes } from './shares/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { storageRoutes } from './system/storage.ts';
import { systemRoutes } from './system/routes.ts';
import { valueLabelRoutes } from './value-labels/routes.ts';
import { changelogRoutes } from './changelog/routes.ts';

/** Routes of every feature but the audit log, which derives its actions from them. */
export const featureRoutes = {
  ...installationRoutes,
  ...accountRoutes,
  ...preferenceRoutes,
  ...securityRoutes,
  ...avatarRoutes,
  ...passkeyRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...seeAsRoutes,
  ...groupRoutes,
  ...accessRoutes,
  ...folderRoutes,
  ...applicationRoutes,
  ...connectionRoutes,
  ...connectionSqlRoutes,
  ...connectionPreviewRoutes,
  ...datasetRoutes,
  ...freshnessRoutes,
  ...valueLabelRoutes,
  ...metricRoutes,
  ...calculatedRoutes,
  ...verificationRoutes,
  ...relationRoutes,
  ...rowRuleRoutes,
  ...useRoutes,
  ...remapRoutes,
  ...lineageRoutes,
  ...importRoutes,
  ...extractRoutes,
  ...queryRoutes,
  ...chartRoutes,
  ...dashboardRoutes,
  ...runRoutes,
  ...dashboardExportRoutes,
  ...dataAddressRoutes,
  ...shareRoutes,
  ...ownShareRoutes,
  ...sharedRoutes,
  ...notificationRoutes,
  ...searchRoutes,
  ...channelRoutes,
  ...alertRoutes,
  ...reportRoutes,
  ...changelogRoutes,
  ...systemRoutes,
  ...backupRoutes,
  ...storageRoutes,
  ...liveRoutes,
};

/** First path segment of a route. */
type ApiArea<Key> = Key extends `${string} /${infer Path}`
  ? Path extends `${infer First}/${string}`
    ? First
    : Path
  : never;

/** Chinese names of API areas; the audit log and pushing (`ingest`) are not among the routes above. */
export const areaNames: Record<ApiArea<keyof typeof featureRoutes> | 'audit' | 'ingest', string> = {
  alerts: '预警',
  applications: '应用',
  audit: '审计日志',
  auth: '登录与注册',
  avatars: '头像',
  backups: '备份',
  changelog: '更新日志',
  channels: '通知渠道',
  charts: '图表',
  connections: '数据库连接',
  dashboards: '仪表盘',
  data: '读取数据',
  datasets: '数据集',
  exports: '导出',
  extracts: '数据抽取',
  folders: '文件夹',
  groups: '成员组',
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
  remaps: '列替换',
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
