import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { QueryOrder } from '#domain/query/query.ts';
import { dimensionLabel, measureLabel, partLabel } from '#display/words/measure.ts';
import { useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import { plainLimit } from './query-edits.ts';
import { orderOf } from './order.ts';
import { Pill } from './Pill.tsx';

type OrderKey =
  | { kind: 'dimension'; id: string }
  | { kind: 'measure'; id: string; part: 'value' | 'difference' | 'percent' };

const isOrderedBy = (order: QueryOrder | undefined, by: OrderKey) =>
  order?.kind === by.kind &&
  order.id === by.id &&
  (order.kind === 'dimension' || by.kind === 'dimension' || order.part === by.part);

/** The sort order of the groups; choosing the same key again reverses it. */
export function OrderPill() {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const [chosen] = spec.order;
  const order = orderOf(spec, dataset);
  // Time steps have their own order.
  if (!order && spec.dimensions.some(({ kind }) => kind === 'time')) return null;
  // An order with a limit is a rank, which has its own pill.
  if (spec.dimensions.length === 0 || (spec.limit < plainLimit && chosen)) return null;
  const compare = spec.period.kind === 'during' ? spec.period.compare.kind : 'none';
  const parts = compare === 'none' ? (['value'] as const) : (['value', 'difference', 'percent'] as const);
  const choices: { value: OrderKey; text: string }[] = [
    ...spec.dimensions.map((each) => ({
      value: { kind: 'dimension', id: each.id } as const,
      text: dimensionLabel(dataset, each, look.language),
    })),
    ...spec.measures.flatMap((each) =>
      parts.map((part) => {
        const label = measureLabel(dataset, each, look.language);
        const text = part === 'value' ? label : `${label} · ${partLabel(part, compare, look.language)}`;
        return { value: { kind: 'measure', id: each.id, part } as const, text };
      }),
    ),
  ];
  const current = choices.find(({ value }) => isOrderedBy(order, value));
  const choose = (by: OrderKey) => {
    const reversed = order?.direction === 'descending' ? 'ascending' : 'descending';
    const first = by.kind === 'measure' ? 'descending' : 'ascending';
    change({ ...spec, order: [{ ...by, direction: isOrderedBy(order, by) ? reversed : first }] });
  };
  const Icon = order?.direction === 'descending' ? SortDescendingOutlined : SortAscendingOutlined;
  return (
    <Pill
      text={current?.text ?? t('explore.order')}
      icon={<Icon aria-hidden />}
      isQuiet={!chosen}
      onRemove={chosen && (() => change({ ...spec, order: [] }))}
      renderPanel={() => (
        <>
          <h3>{t('explore.order')}</h3>
          <Choices
            label={t('explore.order')}
            choices={choices}
            isChosen={(by) => isOrderedBy(order, by)}
            onChoose={choose}
          />
        </>
      )}
    />
  );
}
