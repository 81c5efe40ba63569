import { useParams } from 'react-router';

import { ReportPage } from './ReportPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';

/** The list of reports, or one report. */
export function ReportsArea() {
  const { report } = useParams();
  return report ? <ReportPage /> : <ReportsPage />;
}
