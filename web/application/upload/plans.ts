import { useQueries } from '@tanstack/react-query';

import type { DatasetSummary } from '#contract/datasets.ts';
import type { FoundTable, Upload } from '#contract/imports.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { matchesQuery } from '#web/http/imports.ts';
import { freeName, stemOf } from '../names.ts';
import {
  type Edit,
  isProposed,
  type Matched,
  matchedColumnsOf,
  newColumnsOf,
  type PlannedColumn,
  type Target,
} from './plan.ts';

/** A table of an uploaded file and what is going to become of it. */
export type Plan = {
  key: string;
  upload: Upload;
  table: FoundTable;
  number: number;
  chosen: boolean;
  target: Target;
  /** The dataset that takes it and what goes where; absent for a new one and until it is known. */
  matched: Matched | undefined;
  columns: PlannedColumn[];
};

export type Edits = Record<string, Edit>;

type Given = { uploads: Upload[]; edits: Edits; datasets: DatasetSummary[]; preferred: string | null };

/** What will be loaded: the proposals, changed by what a person said. */
export function usePlans(given: Given): Plan[] {
  const drafts = draftsOf(given);
  const wanted = drafts.flatMap(({ upload, number, target }) =>
    target.kind === 'existing' ? [{ upload: upload.id, number, dataset: target.id }] : [],
  );
  const matches = useQueries({
    queries: wanted.map(({ upload, number, dataset }) => matchesQuery(upload, number, dataset)),
  });
  const datasets = useQueries({ queries: wanted.map(({ dataset }) => datasetQuery(dataset)) });
  return drafts.map((draft) => {
    const place = wanted.findIndex((each) => each.upload === draft.upload.id && each.number === draft.number);
    const [found, dataset] = [matches[place]?.data, datasets[place]?.data];
    const matched = found && dataset && { dataset, matches: found };
    const edit = given.edits[draft.key] ?? {};
    const columns = matched ? matchedColumnsOf(draft.table, edit, matched) : newColumnsOf(draft.table, edit);
    return { ...draft, matched, columns };
  });
}

function draftsOf({ uploads, edits, datasets, preferred }: Given) {
  const taken = datasets.map((dataset) => dataset.name);
  return uploads.flatMap((upload) =>
    upload.tables.map((table, number) => {
      const key = `${upload.id}/${number}`;
      const edit = edits[key] ?? {};
      const chosen = edit.chosen ?? isProposed(table);
      const target = edit.target ?? proposalOf({ upload, table, datasets, preferred, taken });
      if (chosen && target.kind === 'new') taken.push(target.name);
      return { key, upload, table, number, chosen, target };
    }),
  );
}

type Asked = {
  upload: Upload;
  table: FoundTable;
  datasets: DatasetSummary[];
  preferred: string | null;
  taken: string[];
};

/** A file that is called as a dataset is, or was dropped on one, goes into it; any other begins a new one. */
function proposalOf({ upload, table, datasets, preferred, taken }: Asked): Target {
  const name = stemOf(table.name || upload.name);
  const namesake = datasets.find((dataset) => dataset.name.toLowerCase() === name.toLowerCase());
  const id = datasets.find((dataset) => dataset.id === preferred)?.id ?? namesake?.id;
  return id ? { kind: 'existing', id, mode: 'append' } : { kind: 'new', name: freeName(name, taken) };
}
