import { useParams } from 'react-router';

import { timeNow } from '#contract/dashboard-filters.ts';
import { AlertDialog } from '#web/dashboard/alerts/AlertDialog.tsx';
import type { Answered } from './answered.ts';
import { useBoard, useBoardState } from './board.ts';

type Props = { card: string; title: string; answered: Answered; onClose: () => void };

/** Makes an alert of what a card shows now. */
export function CardAlert({ card, title, answered: { ask, result, subject }, onClose }: Props) {
  const { dashboard } = useBoard();
  const { span } = timeNow(dashboard, useBoardState());
  const { id = '' } = useParams();
  const made = { title, origin: id ? { dashboard: id, card } : null };
  if (ask.kind === 'query') return <AlertDialog subject={subject} made={{ ...made, ask }} onClose={onClose} />;
  if (ask.kind !== 'sql') return null;
  return <AlertDialog subject={undefined} made={{ ...made, ask, result, span }} onClose={onClose} />;
}
