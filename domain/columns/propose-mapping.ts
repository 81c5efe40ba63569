import type { LocalizedText } from './column.ts';
import { isSafeChange } from '#domain/query/column-types.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';

/** A column, or a metric, whose type is that of its values. */
type MappedField = { id: string; name: string; label: LocalizedText; type: ColumnType };

const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
const namesOf = ({ name, label }: MappedField) => [name, label.en_US, label.zh_CN].map(fold).filter(Boolean);

/**
 * A field of another dataset for each field: with the same name or label, else with a similar name, and always with a
 * type that fits. Fields without one are left out.
 */
export function proposeMapping(fields: MappedField[], targets: MappedField[]): Record<string, string> {
  const pairs = fields.flatMap((field) => {
    const fitting = targets.filter(({ type }) => isSafeChange(field.type, type));
    const names = namesOf(field);
    const equal = fitting.find((target) => namesOf(target).some((name) => names.includes(name)));
    const nearest = equal
      ? undefined
      : nearestOf(
          field.name,
          fitting.map(({ name }) => name),
        );
    const target = equal ?? fitting.find(({ name }) => name === nearest);
    return target ? [[field.id, target.id] as const] : [];
  });
  return Object.fromEntries(pairs);
}
