import pg from 'pg';

/** Does something with a connection of its own, which is closed afterwards. */
export async function withClient(
  connection: pg.ClientConfig,
  act: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
