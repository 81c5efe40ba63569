import { measureAlerts } from './alerts.ts';
import { measureDashboardPages } from './dashboard-pages.ts';
import { measureCharts } from './charts.ts';
import { measureConnections } from './connections.ts';
import { measureCrashes } from './crashes.ts';
import { measureDashboards } from './dashboards.ts';
import { measureFairness } from './fairness.ts';
import { isWithinLimit, lineOf } from './measurement.ts';
import { measureGrid } from './grid.ts';
import { measureGrowth } from './growth.ts';
import { measureFixedCosts } from './fixed-costs.ts';
import { measureHome } from './home.ts';
import { measureImports } from './imports.ts';
import { measureIngestion } from './ingestion.ts';
import { measureInteractions } from './interactions.ts';
import { measurePages } from './pages.ts';
import { measureQueries } from './queries.ts';
import { measureRefusals } from './refusals.ts';
import { measureRelations } from './relations.ts';
import { measureRequests } from './requests.ts';
import { measureRowRules } from './row-rules.ts';
import { measureScaling } from './scaling.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureUploads } from './uploads.ts';
import { measureValueLabels } from './value-labels.ts';
import { measureWarehouse, measureWarehouseKills, measureWarehouseUploads } from './warehouse.ts';

// `npm run bench -- pages start` runs only those.
const all = {
  pages: measurePages,
  grid: measureGrid,
  interactions: measureInteractions,
  charts: measureCharts,
  start: measureStart,
  refusals: measureRefusals,
  requests: measureRequests,
  search: measureSearch,
  home: measureHome,
  'value-labels': measureValueLabels,
  alerts: measureAlerts,
  imports: measureImports,
  uploads: measureUploads,
  'fixed-costs': measureFixedCosts,
  queries: measureQueries,
  relations: measureRelations,
  'row-rules': measureRowRules,
  dashboards: measureDashboards,
  boards: measureDashboardPages,
  growth: measureGrowth,
  connections: measureConnections,
  crashes: measureCrashes,
  ingestion: measureIngestion,
  fairness: measureFairness,
  warehouse: measureWarehouse,
  'warehouse-uploads': measureWarehouseUploads,
  'warehouse-kills': measureWarehouseKills,
  scaling: measureScaling,
};
const selected = process.argv.slice(2);
const missing = selected.filter((name) => !(name in all));
if (missing.length > 0) throw new Error(`No part ${missing.join(', ')}; there are ${Object.keys(all).join(', ')}.`);

let hasFailed = false;
for (const [name, measure] of Object.entries(all)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  for (const measurement of await measure()) {
    console.log(lineOf(measurement));
    hasFailed ||= !isWithinLimit(measurement);
  }
}
process.exit(hasFailed ? 1 : 0);
