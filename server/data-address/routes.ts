import type { dataAddressRoutes } from '#contract/data-address/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import { readCard, readChart, readDataset } from './read-address.ts';

export const dataAddressHandlers: Handlers<DashboardServices, typeof dataAddressRoutes> = {
  'GET /data/datasets/:id.:format': readDataset,
  'GET /data/charts/:id.:format': readChart,
  'GET /data/dashboards/:id/cards/:card.:format': readCard,
};
