import type { DriverProcess } from '#engine/remote/remote.ts';
import type { MemberContext } from '#server/context.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { ConnectionStores } from './settings.ts';

/** The services of connections: `remote` runs queries in connected databases. */
export type ConnectionServices = DatasetServices & ConnectionStores & { remote: DriverProcess };
export type ConnectionContext = MemberContext<ConnectionServices>;
