import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Remap } from '#contract/lineage/remaps.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import style from './Remap.module.css';
import { remapsQuery, useUndoRemap } from './remaps.ts';

const maxPairs = 3;

/** The replacements of the last weeks, each with its undo. */
export function RemapList({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { data: remaps = [] } = useQuery({ ...remapsQuery(dataset.id), throwOnError: false });
  const { undo, pendingId } = useUndoRemap();
  if (remaps.length === 0) return null;
  return (
    <Panel title={t('remap.recent')}>
      <ul className={style['recent']}>
        {remaps.map((remap) => (
          <li key={remap.id}>
            <span>
              <b dir="auto">{pairsText(remap)}</b>
              <small>
                <Moment at={remap.at} /> · {remap.by ?? '-'} · {t('remap.changed', { count: remap.changed })}
              </small>
            </span>
            {remap.undoneAt && <small>{t('remap.undone')}</small>}
            {remap.mayUndo && (
              <Button size="small" loading={pendingId === remap.id} onClick={() => undo(remap.id)}>
                {t('remap.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function pairsText({ pairs }: Remap): string {
  const listed = pairs.slice(0, maxPairs).map(({ from, to }) => `${from} → ${to}`);
  return [...listed, ...(pairs.length > maxPairs ? [`+${pairs.length - maxPairs}`] : [])].join(' · ');
}
