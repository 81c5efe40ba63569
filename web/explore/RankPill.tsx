import { OrderedListOutlined } from '@ant-design/icons';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import { dimensionLabel, measureLabel } from '#display/words/measure.ts';
import type { RankingKind } from '#display/words/sentence.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import { Pill } from './Pill.tsx';
import pop from './Pop.module.css';
import { changeRank, type Rank, rankFor, rankOf } from './rank.ts';

const rankings: RankingKind[] = ['most', 'least', 'fell', 'rose'];
const rows = 'rows';

/** Top N: the largest, the smallest, or the largest fall or rise against the compared range. */
export function RankPill() {
  const { t } = useTranslation();
  const { spec, change } = useQueryBuilder();
  const rank = rankOf(spec);
  const isPossible = spec.dimensions.some(({ kind }) => kind !== 'time');
  if (!isPossible) return null;
  return (
    <Pill
      text={rank ? t(`explore.ranked.${rank.ranking}`, { count: rank.count }) : t('explore.everyGroup')}
      icon={<OrderedListOutlined aria-hidden />}
      isQuiet={!rank}
      onRemove={rank && (() => change(changeRank(spec, undefined)))}
      renderPanel={() => <RankEditor rank={rank} />}
    />
  );
}

function RankEditor({ rank }: { rank: Rank | undefined }) {
  const { t } = useTranslation();
  const { spec, change } = useQueryBuilder();
  const isCompared = spec.period.kind === 'during' && spec.period.compare.kind !== 'none';
  const set = (next: Rank | undefined) => change(changeRank(spec, next));
  return (
    <>
      <h3>{t('explore.rank')}</h3>
      <Choices<RankingKind | 'every'>
        label={t('explore.rank')}
        choices={[
          ...rankings.map((ranking) => ({
            value: ranking,
            text: t(`explore.rankings.${ranking}`),
            hint: !isCompared && (ranking === 'fell' || ranking === 'rose') ? t('explore.needsCompare') : undefined,
          })),
          { value: 'every' as const, text: t('explore.everyGroup') },
        ]}
        isChosen={(ranking) => (rank?.ranking ?? 'every') === ranking}
        onChoose={(ranking) => set(ranking === 'every' ? undefined : rankFor(spec, ranking))}
      />
      {rank && <RankDetails rank={rank} onChange={set} />}
    </>
  );
}

function RankDetails({ rank, onChange }: { rank: Rank; onChange: (rank: Rank) => void }) {
  const { t } = useTranslation();
  const { spec, dataset, look } = useQueryBuilder();
  const groups = spec.dimensions.filter(({ kind }) => kind !== 'time');
  const offered = [
    ...groups.map((each) => ({ value: each.id, text: dimensionLabel(dataset, each, look.language) })),
    { value: rows, text: t(groups.length > 1 ? 'explore.eachCombination' : 'explore.eachRow') },
  ];
  return (
    <>
      <label className={pop['row']}>
        {t('explore.howMany')}
        <InputNumber
          size="small"
          min={1}
          max={1000}
          precision={0}
          value={rank.count}
          style={{ width: 72 }}
          onChange={(count) => count && onChange({ ...rank, count })}
        />
      </label>
      <label className={pop['row']}>
        {t('explore.ofWhat')}
        <PlainSelect
          label={t('explore.ofWhat')}
          value={rank.dimension ?? rows}
          options={offered}
          onChange={(value) =>
            onChange(value === rows ? { ...rank, dimension: null, others: 'left_out' } : { ...rank, dimension: value })
          }
        />
      </label>
      {spec.measures.length > 1 && (
        <label className={pop['row']}>
          {t('explore.byWhat')}
          <PlainSelect
            label={t('explore.byWhat')}
            value={rank.measure}
            options={spec.measures.map((each) => ({
              value: each.id,
              text: measureLabel(dataset, each, look.language),
            }))}
            onChange={(measure) => onChange({ ...rank, measure })}
          />
        </label>
      )}
      {rank.dimension !== null && (
        <label className={pop['row']}>
          <input
            type="checkbox"
            checked={rank.others === 'rest'}
            onChange={(event) => onChange({ ...rank, others: event.target.checked ? 'rest' : 'left_out' })}
          />
          {t('explore.withRest')}
        </label>
      )}
    </>
  );
}
