/** The datasets that what is not sealed of a log belongs to, each with where its last push ends. */
export type UnsealedDatasets = {
  /** Says that a push is under way; call the result with where it ends in the log, or undefined if it failed. */
  begin: (names: string[]) => (end: number | undefined) => void;
  /** Takes up what a log holds from before a restart. */
  recall: (names: string[], end: number) => void;
  /** Forgets what is sealed. */
  settle: (sealed: number) => void;
  list: () => string[];
};

type Unsealed = { pending: number; end: number };

export function createUnsealed(): UnsealedDatasets {
  const datasets = new Map<string, Unsealed>();

  function entryOf(name: string): Unsealed {
    const known = datasets.get(name) ?? { pending: 0, end: 0 };
    datasets.set(name, known);
    return known;
  }

  function recall(names: string[], end: number): void {
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
        recall(names, end);
      };
    },
    recall,
    settle: (sealed) => {
      for (const [name, { pending, end }] of datasets) if (pending === 0 && end <= sealed) datasets.delete(name);
    },
    list: () => [...datasets.keys()],
  };
}
