import { useQueries } from '@tanstack/react-query';

import type { DatasetSummary } from '#contract/datasets/routes.ts';
import type { DetectedTable, Upload } from '#contract/imports/routes.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { matchesQuery } from '#web/http/imports.ts';
import { freeName, stemOf } from '../names.ts';
import {
  type TableEdit,
  isProposed,
  type DatasetMatch,
  matchedColumnsOf,
  newColumnsOf,
  type UploadColumnPlan,
  type ImportTarget,
} from './column-plans.ts';

/** Whether the columns and rows of a plan are only a preview, made before the whole file was inspected. */
export const isPreviewed = ({ upload }: Pick<UploadPlan, 'upload'>) => upload.state !== 'ready';

/** A table of an uploaded file with its target and columns. */
export type UploadPlan = {
  key: string;
  upload: Upload;
  table: DetectedTable;
  number: number;
  chosen: boolean;
  target: ImportTarget;
  /** The existing dataset and its column matches; undefined for a new one and while loading. */
  matched: DatasetMatch | undefined;
  columns: UploadColumnPlan[];
};

export type TableEdits = Record<string, TableEdit>;

type PlansInput = { uploads: Upload[]; edits: TableEdits; datasets: DatasetSummary[]; preferred: string | null };

/** The proposals with the user's edits applied. */
export function usePlans(input: PlansInput): UploadPlan[] {
  const drafts = draftsOf(input);
  const matchRequests = drafts.flatMap(({ upload, number, target }) =>
    target.kind === 'existing' && upload.state === 'ready' ? [{ upload, number, dataset: target.id }] : [],
  );
  const matches = useQueries({
    queries: matchRequests.map(({ upload, number, dataset }) => matchesQuery(upload, number, dataset)),
  });
  const datasets = useQueries({ queries: matchRequests.map(({ dataset }) => datasetQuery(dataset)) });
  return drafts.map((draft) => {
    const index = matchRequests.findIndex((each) => each.upload === draft.upload && each.number === draft.number);
    const [columnMatches, dataset] = [matches[index]?.data, datasets[index]?.data];
    const matched = columnMatches && dataset && { dataset, matches: columnMatches };
    const edit = input.edits[draft.key] ?? {};
    const columns = matched ? matchedColumnsOf(draft.table, edit, matched) : newColumnsOf(draft.table, edit);
    return { ...draft, matched, columns };
  });
}

function draftsOf({ uploads, edits, datasets, preferred }: PlansInput) {
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

type ProposalInput = {
  upload: Upload;
  table: DetectedTable;
  datasets: DatasetSummary[];
  preferred: string | null;
  taken: string[];
};

/** A file goes into the dataset that it was dropped on or that has its name; any other creates a new one. */
function proposalOf({ upload, table, datasets, preferred, taken }: ProposalInput): ImportTarget {
  const name = stemOf(table.name || upload.name);
  const namesake = datasets.find((dataset) => dataset.name.toLowerCase() === name.toLowerCase());
  const id = datasets.find((dataset) => dataset.id === preferred)?.id ?? namesake?.id;
  return id ? { kind: 'existing', id, mode: 'append' } : { kind: 'new', name: freeName(name, taken) };
}
