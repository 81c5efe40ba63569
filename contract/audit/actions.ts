import { featureRoutes } from '#contract/feature-routes.ts';
import { listRoutes } from '#contract/route.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { type AuditArea, auditAreaNames, auditAreas, type AuditedAction } from './areas.ts';

/** Actions of the routes of the audit log itself. */
export const exportAuditAction = {
  area: 'installation',
  action: 'export_audit',
  en_US: 'Export the audit log',
  zh_CN: '导出审计日志',
} as const;
export const changeAuditAction = {
  area: 'installation',
  action: 'change_audit',
  en_US: 'Change how long the audit log is kept',
  zh_CN: '修改审计日志保留时间',
} as const;

type ActionOf<R> = R extends { audit: { action: infer Action extends string } } ? Action : never;
type FeatureRoutes = typeof featureRoutes;

/** All actions in the audit log, as their routes declare them. */
export type AuditAction =
  | ActionOf<FeatureRoutes[keyof FeatureRoutes]>
  | (typeof exportAuditAction | typeof changeAuditAction)['action'];

const declaredActions: AuditedAction[] = [
  ...listRoutes(featureRoutes).flatMap(([, { audit }]) => audit ?? []),
  exportAuditAction,
  changeAuditAction,
];

/** Each action once: several routes may share one. */
const actionsById = new Map(declaredActions.map((each) => [each.action as AuditAction, each]));

export const auditActions = [...actionsById.keys()] as [AuditAction, ...AuditAction[]];

export const auditActionsOf = (area: AuditArea): AuditAction[] =>
  auditActions.filter((action) => actionsById.get(action)!.area === area);

/** The names of an action; undefined for one that is no longer logged. */
export const auditActionNameOf = (action: AuditAction): LocalizedText | undefined => actionsById.get(action);

/** All actions with their names, by area. */
export const auditActionsByArea = auditAreas.map((area) => ({
  area,
  name: auditAreaNames[area],
  actions: auditActionsOf(area).map((action) => ({ action, name: namesOf(actionsById.get(action)!) })),
}));

function namesOf({ en_US, zh_CN }: AuditedAction): LocalizedText {
  return { en_US, zh_CN };
}
