import { useParams } from 'react-router';

import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { AlertDialog } from '#web/alerts/AlertDialog.tsx';
import type { CardResult } from './card-result.ts';
import { useDashboardContext, useStateContext } from './dashboard-context.ts';

type CardAlertProps = { card: string; title: string; lastAnswer: CardResult; onClose: () => void };

/** Creates an alert from the current query of a card. */
export function CardAlert({ card, title, lastAnswer: { spec, result, subject }, onClose }: CardAlertProps) {
  const { dashboard } = useDashboardContext();
  const { span } = currentTimeOf(dashboard, useStateContext());
  const { id = '' } = useParams();
  const common = { title, origin: id ? { dashboard: id, card } : null };
  if (spec.kind === 'query') return <AlertDialog subject={subject} source={{ ...common, spec }} onClose={onClose} />;
  if (spec.kind !== 'sql') return null;
  return <AlertDialog subject={undefined} source={{ ...common, spec, result, span }} onClose={onClose} />;
}
