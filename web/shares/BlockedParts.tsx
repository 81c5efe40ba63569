import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { cardsOf, type Card, type Control } from '#domain/dashboard/dashboard.ts';
import { cardKey, controlKey } from '#domain/dashboard/parts.ts';
import type { BlockedPart } from '#contract/shares/routes.ts';
import { useCardName } from '#web/viewer/card-name.ts';
import { useDashboardContext } from '#web/viewer/dashboard-context.ts';
import { useControlColumn } from '#web/viewer/controls/control-column.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { blockedPartsQuery } from './queries.ts';
import style from './ShareDialog.module.css';

/** Parts that links hide because their publisher has no access to the data, with a button to take them over. */
export function BlockedParts() {
  const { t } = useTranslation();
  const { id } = useDashboardContext();
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
  const takeable = parts.filter(({ canTakeOver }) => canTakeOver).map(({ key }) => key);
  return (
    <Alert
      type="warning"
      className={style['blocked'] ?? ''}
      title={t('share.blocked.title')}
      description={
        <>
          <ul>
            {parts.map((part) => (
              <li key={part.key}>
                <PartName part={part} />{' '}
                {part.by ? t('share.blocked.by', { name: part.by.name }) : t('share.blocked.gone')}
              </li>
            ))}
          </ul>
          {takeable.length > 0 && (
            <>
              <p>{t('share.blocked.text')}</p>
              <Button size="small" loading={isPending} disabled={!saved} onClick={() => mutate(takeable)}>
                {t('share.blocked.takeOver')}
              </Button>
            </>
          )}
        </>
      }
    />
  );
}

function PartName({ part: { key } }: { part: BlockedPart }) {
  const { t } = useTranslation();
  const { dashboard } = useDashboardContext();
  const card = cardsOf(dashboard).find(({ id }) => cardKey(id) === key);
  const control = dashboard.controls.find(({ id }) => controlKey(id) === key);
  if (card) return <CardName card={card} />;
  return control ? <ControlName control={control} /> : <bdi>{t('dashboard.controls.time')}</bdi>;
}

const CardName = ({ card }: { card: Card }) => <bdi>{useCardName(card)}</bdi>;

const ControlName = ({ control }: { control: Control }) => <bdi>{useControlColumn(control).name}</bdi>;
