import type { EditedLabels, LabelledValue, NewLabels } from '#contract/value-labels/routes.ts';
import { type Language, languageCodes } from '#domain/language.ts';
import type { LabelColumns } from '#domain/query/value-labels.ts';

/** A value in the editor; `rows` is null for one that is only in a loaded file. */
export type DraftValue = LabelledValue & { id: string; rows: number | null };

/** State of the editor: labels that are typed, or the columns that they are taken from. */
export type LabelDraft = { mode: 'typed' | 'columns'; source: LabelColumns; values: DraftValue[] };

const noSource: LabelColumns = { en_US: null, zh_CN: null };

export const draftOf = ({ source, values }: EditedLabels): LabelDraft => ({
  mode: source ? 'columns' : 'typed',
  source: source ?? noSource,
  values: values.map((each) => ({ ...each, id: each.value })),
});

/** The draft with one label changed. */
export const withLabel = (draft: LabelDraft, value: string, language: Language, text: string): LabelDraft => ({
  ...draft,
  values: draft.values.map((each) =>
    each.value === value ? { ...each, label: { ...each.label, [language]: text } } : each,
  ),
});

/** The draft with labels from a file or the clipboard; empty texts do not replace labels, new values are added. */
export function withLabels(draft: LabelDraft, added: LabelledValue[]): LabelDraft {
  const byValue = new Map(added.map((each) => [each.value, each.label]));
  const merge = (each: DraftValue): DraftValue => {
    const own = byValue.get(each.value);
    byValue.delete(each.value);
    if (!own) return each;
    return { ...each, label: { en_US: own.en_US || each.label.en_US, zh_CN: own.zh_CN || each.label.zh_CN } };
  };
  const values = draft.values.map(merge);
  const others = [...byValue].map(([value, label]) => ({ id: value, value, label, rows: null }));
  return { ...draft, values: [...values, ...others] };
}

/** The draft with pasted cells that fill the fields from a value on, downwards and to the right, as in a spreadsheet. */
export function withCells(
  draft: LabelDraft,
  visible: DraftValue[],
  at: { value: string; language: Language },
  cells: string[][],
): LabelDraft {
  const first = visible.findIndex(({ value }) => value === at.value);
  const fields: Language[] = at.language === 'en_US' ? ['en_US', 'zh_CN'] : ['zh_CN'];
  return cells.reduce((changed, row, index) => {
    const target = visible[first + index];
    if (!target) return changed;
    return fields.reduce(
      (next, language, column) =>
        row[column] === undefined ? next : withLabel(next, target.value, language, row[column]),
      changed,
    );
  }, draft);
}

export const isUnlabelled = ({ label }: LabelledValue): boolean => languageCodes.some((language) => !label[language]);

/** The labels to save; values without any text are left out. */
export function newLabelsOf({ mode, source, values }: LabelDraft): NewLabels {
  if (mode === 'columns') return { kind: 'columns', source };
  const labelled = values.filter(({ label }) => label.en_US.trim() !== '' || label.zh_CN.trim() !== '');
  return { kind: 'typed', values: labelled.map(({ value, label }) => ({ value, label })) };
}
