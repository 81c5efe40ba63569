import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { cardsOf, type Card, type Control } from '#contract/dashboard.ts';
import { cardKey, controlKey } from '#contract/dashboard-parts.ts';
import type { BlockedPart } from '#contract/shares.ts';
import { useCardName } from '#web/dashboard/view/card-name.ts';
import { useBoard } from '#web/dashboard/view/board.ts';
import { useControlColumn } from '#web/dashboard/view/controls/column.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { blockedPartsQuery } from './queries.ts';
import style from './ShareDialog.module.css';

/** What links do not show, since whoever published it may not see the data, and a way to answer for it oneself. */
export function BlockedParts() {
  const { t } = useTranslation();
  const { id } = useBoard();
  const queries = useQueryClient();
  const { data: saved } = useQuery({ ...dashboardQuery(id), throwOnError: false });
  const { data: parts = [] } = useQuery(blockedPartsQuery(id));
  const { mutate, isPending } = useMutation({
    mutationFn: (keys: string[]) =>
      call('POST /dashboards/:id/blocked-parts', { id, keys, version: saved?.version ?? 1 }),
    onSuccess: (left) => queries.setQueryData(blockedPartsQuery(id).queryKey, left),
    onError: toastProblem,
  });
  if (parts.length === 0) return null;
  const own = parts.filter(({ canTakeOver }) => canTakeOver).map(({ key }) => key);
  return (
    <Alert
      type="warning"
      className={style['blocked'] ?? ''}
      message={t('share.blocked.title')}
      description={
        <>
          <ul>
            {parts.map((part) => (
              <li key={part.key}>
                <Name part={part} /> {part.by ? t('share.blocked.by', { name: part.by.name }) : t('share.blocked.gone')}
              </li>
            ))}
          </ul>
          {own.length > 0 && (
            <>
              <p>{t('share.blocked.text')}</p>
              <Button size="small" loading={isPending} disabled={!saved} onClick={() => mutate(own)}>
                {t('share.blocked.takeOver')}
              </Button>
            </>
          )}
        </>
      }
    />
  );
}

function Name({ part: { key } }: { part: BlockedPart }) {
  const { t } = useTranslation();
  const { dashboard } = useBoard();
  const card = cardsOf(dashboard).find(({ id }) => cardKey(id) === key);
  const control = dashboard.controls.find(({ id }) => controlKey(id) === key);
  if (card) return <CardName card={card} />;
  return control ? <ControlName control={control} /> : <bdi>{t('dashboard.controls.time')}</bdi>;
}

const CardName = ({ card }: { card: Card }) => <bdi>{useCardName(card)}</bdi>;

const ControlName = ({ control }: { control: Control }) => <bdi>{useControlColumn(control).name}</bdi>;
