import type { LocalizedText } from '#domain/columns/column.ts';

/** Areas of the audit log. Their ids are stored in links to filtered logs. */
export const auditAreaNames = {
  door: { en_US: 'Sign-in and sign-out', zh_CN: '登录与退出' },
  account: { en_US: 'Account', zh_CN: '个人账号' },
  members: { en_US: 'Members', zh_CN: '成员' },
  installation: { en_US: 'Installation', zh_CN: '系统' },
  data: { en_US: 'Data', zh_CN: '数据' },
  dashboards: { en_US: 'Dashboards and charts', zh_CN: '仪表盘与图表' },
  alerts: { en_US: 'Alerts and channels', zh_CN: '预警与渠道' },
} as const satisfies Record<string, LocalizedText>;

export type AuditArea = keyof typeof auditAreaNames;
export const auditAreas = Object.keys(auditAreaNames) as [AuditArea, ...AuditArea[]];

/** An action in the audit log, declared on its route. Its id is stored and never changes; its names may. */
export type AuditedAction = Readonly<LocalizedText> & { readonly area: AuditArea; readonly action: string };
