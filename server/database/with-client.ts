import pg from 'pg';

/** Runs an action with its own connection and closes it. */
export async function withClient(
  connection: pg.ClientConfig,
  act: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection);
  // A lost connection fails the query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
