/** Loads that many want at once are done once for all of them. */
export type Batches<T> = (key: string) => Promise<T>;

type Batch<T> = { running: Promise<T>; next: Promise<T> | undefined };

/**
 * Whoever comes while a load is under way gets the next one, together with all others who come meanwhile: so what
 * anyone gets was loaded after they asked.
 */
export function openBatches<T>(load: (key: string) => Promise<T>): Batches<T> {
  const batches = new Map<string, Batch<T>>();

  function begin(key: string): Promise<T> {
    const batch: Batch<T> = { running: load(key), next: undefined };
    batches.set(key, batch);
    const end = () => batches.get(key) === batch && !batch.next && batches.delete(key);
    batch.running.then(end, end);
    return batch.running;
  }

  return (key) => {
    const batch = batches.get(key);
    if (!batch) return begin(key);
    batch.next ??= batch.running.then(
      () => begin(key),
      () => begin(key),
    );
    return batch.next;
  };
}
