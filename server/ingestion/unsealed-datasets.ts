/** The datasets with unsealed rows in a log, each with the position where its last push ends. */
export type UnsealedDatasets = {
  /** Registers a push in progress; call the result with its end in the log, or undefined if it failed. */
  begin: (names: string[]) => (end: number | undefined) => void;
  /** Restores entries from the log after a restart. */
  restore: (names: string[], end: number) => void;
  /** Drops the entries that are sealed. */
  forgetSealed: (sealed: number) => void;
  list: () => string[];
};

type UnsealedEntry = { pending: number; end: number };

export function createUnsealed(): UnsealedDatasets {
  const datasets = new Map<string, UnsealedEntry>();

  function entryOf(name: string): UnsealedEntry {
    const entry = datasets.get(name) ?? { pending: 0, end: 0 };
    datasets.set(name, entry);
    return entry;
  }

  function restore(names: string[], end: number): void {
    for (const name of names) {
      const entry = entryOf(name);
      entry.end = Math.max(entry.end, end);
    }
  }

  return {
    begin: (names) => {
      for (const name of names) entryOf(name).pending++;
      return (end = 0) => {
        for (const name of names) entryOf(name).pending--;
        restore(names, end);
      };
    },
    restore,
    forgetSealed: (sealed) => {
      for (const [name, { pending, end }] of datasets) if (pending === 0 && end <= sealed) datasets.delete(name);
    },
    list: () => [...datasets.keys()],
  };
}
