import { useParams } from 'react-router';

import { ReportPage } from './ReportPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';

/** All reports, or one of them. */
export function ReportsArea() {
  const { report } = useParams();
  return report ? <ReportPage /> : <ReportsPage />;
}
