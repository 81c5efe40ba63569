import type { z } from 'zod';

import { auditRoutes } from './audit/routes.ts';
import { featureRoutes } from './feature-routes.ts';

/** Every route of the product, by method and path. */
export const api = { ...featureRoutes, ...auditRoutes };

export type Api = typeof api;
export type ApiKey = keyof Api;
export type ApiInput<K extends ApiKey> = z.input<Api[K]['input']>;
export type ApiOutput<K extends ApiKey> = z.output<Api[K]['output']>;
