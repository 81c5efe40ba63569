import type { dataAddressRoutes } from '#contract/data-addresses.ts';
import type { Handlers } from '#server/context.ts';
import type { Services } from '#server/dashboards/looking.ts';
import { readCard, readChart, readDataset } from './read.ts';

export const dataAddressHandlers: Handlers<Services, typeof dataAddressRoutes> = {
  'GET /data/datasets/:id.:format': readDataset,
  'GET /data/charts/:id.:format': readChart,
  'GET /data/dashboards/:id/cards/:card.:format': readCard,
};
