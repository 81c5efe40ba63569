import { useParams } from 'react-router';

import { AlertPage } from './AlertPage.tsx';
import { AlertsPage } from './AlertsPage.tsx';

/** All alerts, or one of them. */
export function AlertsArea() {
  const { alert } = useParams();
  return alert ? <AlertPage /> : <AlertsPage />;
}
