import type { channelRoutes } from '#contract/channels/routes.ts';
import type { Handlers } from '#server/context.ts';
import {
  changeChannel,
  createChannel,
  listChannels,
  removeChannel,
  type ChannelServices,
  testChannel,
} from './store.ts';

export const channelHandlers: Handlers<ChannelServices, typeof channelRoutes> = {
  'GET /channels': listChannels,
  'POST /channels': createChannel,
  'PATCH /channels/:id': changeChannel,
  'DELETE /channels/:id': (ctx, { id }) => removeChannel(ctx, id),
  'POST /channels/:id/test': (ctx, { id }) => testChannel(ctx, id),
};
