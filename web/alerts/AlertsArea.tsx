import { useParams } from 'react-router';

import { AlertPage } from './AlertPage.tsx';
import { AlertsPage } from './AlertsPage.tsx';

/** The list of alerts, or one alert. */
export function AlertsArea() {
  const { alert } = useParams();
  return alert ? <AlertPage /> : <AlertsPage />;
}
