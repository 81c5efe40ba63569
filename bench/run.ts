import { measureAlerts } from './alerts.ts';
import { measureBoards } from './boards.ts';
import { measureCharts } from './charts.ts';
import { measureCrashes } from './crashes.ts';
import { measureDashboards } from './dashboards.ts';
import { measureFairness } from './fairness.ts';
import { isKept, lineOf } from './figure.ts';
import { measureGrid } from './grid.ts';
import { measureHome } from './home.ts';
import { measureImports } from './imports.ts';
import { measureIngestion } from './ingestion.ts';
import { measurePages } from './pages.ts';
import { measureQueries } from './queries.ts';
import { measureRefusals } from './refusals.ts';
import { measureRequests } from './requests.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureUploads } from './uploads.ts';

// `npm run bench -- pages start` measures only those.
const all = {
  pages: measurePages,
  grid: measureGrid,
  charts: measureCharts,
  start: measureStart,
  refusals: measureRefusals,
  requests: measureRequests,
  search: measureSearch,
  home: measureHome,
  alerts: measureAlerts,
  imports: measureImports,
  uploads: measureUploads,
  queries: measureQueries,
  dashboards: measureDashboards,
  boards: measureBoards,
  crashes: measureCrashes,
  ingestion: measureIngestion,
  fairness: measureFairness,
};
const wanted = process.argv.slice(2);

let isBroken = false;
for (const [name, measure] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const figure of await measure()) {
    console.log(lineOf(figure));
    isBroken ||= !isKept(figure);
  }
}
process.exit(isBroken ? 1 : 0);
