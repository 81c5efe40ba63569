import type { LineageNode } from '#contract/lineage/routes.ts';

/** The page of an object. */
export function addressOfNode({ kind, id, parent }: LineageNode): string {
  const application = parent?.application ?? '';
  switch (kind) {
    case 'application':
      return `/application/${id}`;
    case 'dataset':
      return `/application/${application}/datasets/${id}`;
    case 'extract':
      return `/application/${application}`;
    case 'metric':
      return `/application/${application}/datasets/${parent?.id}/metrics`;
    case 'dashboard':
      return `/dashboard/${id}`;
    case 'chart':
      return `/dashboard/explore?chart=${id}`;
    case 'alert':
      return `/dashboard/alerts/${id}`;
    case 'report':
      return `/dashboard/reports/${id}`;
    case 'share':
      return `/dashboard/${parent?.id}`;
    default:
      return kind satisfies never;
  }
}

/** The lineage page of an object, if it has one. */
export function lineageAddressOf({
  kind,
  id,
  parent,
}: Pick<LineageNode, 'kind' | 'id' | 'parent'>): string | undefined {
  if (kind === 'dataset' || kind === 'dashboard' || kind === 'alert') return `/dashboard/lineage/${kind}/${id}`;
  return kind === 'metric' ? `/dashboard/lineage/metric/${parent?.id}/${id}` : undefined;
}
