import { ArrowRightOutlined, CloseOutlined, NodeExpandOutlined, TableOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { currentPathOf } from '#domain/dashboard/queries.ts';
import type { ChartCard, ChartPoint, DrillStep } from '#domain/dashboard/dashboard.ts';
import type { Language } from '#domain/language.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { datePartLabel, grainLabel } from '#display/words/grain.ts';
import { columnLabel, listOf, type QuerySubject, textOf } from '#display/words/subject.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useLook } from '#web/shell/preferences.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { queryText, writeState } from './url-state.ts';
import type { CardResult } from './card-result.ts';
import { useDashboardContext, useStateContext } from './dashboard-context.ts';
import { pointsWords } from './controls/control-words.ts';
import { linkedState, droppedColumns } from './linked-dashboard.ts';
import style from './PickBar.module.css';
import { drillDown, clearPicks } from './picks.ts';
import { useSubject } from './subjects.ts';
import { withZone, zoneIn } from './zone-param.ts';

const RowsDrawer = lazy(() => import('./RowsDrawer.tsx').then((module) => ({ default: module.RowsDrawer })));

type PickBarProps = {
  card: ChartCard;
  title: string;
  lastAnswer: CardResult & { spec: BuiltQuerySpec };
  points: ChartPoint[];
};

/** The picked points of a card, with actions to drill, list rows or follow the link. */
export function PickBar({ card, title, lastAnswer, points }: PickBarProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { change, isBare } = useDashboardContext();
  const [isOpen, setOpen] = useState(false);
  const { spec } = lastAnswer;
  const subject = useLabelledSubject(lastAnswer.subject);
  const single = points.length === 1 ? points[0]! : undefined;
  return (
    <div className={style['bar']} role="group" aria-label={t('dashboard.view.picked')}>
      <strong dir="auto">{pointsWords(points, { dimensions: spec.dimensions, subject, look })}</strong>
      <div className={style['actions']}>
        {single && <DrillButton card={card} lastAnswer={lastAnswer} point={single} />}
        {single && !isBare && (
          <Action
            name={t('dashboard.view.rowsBehind')}
            icon={<TableOutlined aria-hidden />}
            onClick={() => setOpen(true)}
          />
        )}
        {card.link && <JumpButton card={card} link={card.link} />}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('dashboard.view.unpick')}
          title={t('dashboard.view.unpick')}
          onClick={() => change((now) => clearPicks(now, card.id))}
        />
      </div>
      <Suspense>
        {isOpen && single && <RowsDrawer card={card} title={title} point={single} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

function Action({ name, icon, onClick }: { name: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Button size="small" type="text" icon={icon} aria-label={name} title={name} onClick={onClick}>
      <span className={style['name']}>{name}</span>
    </Button>
  );
}

type DrillButtonProps = Pick<PickBarProps, 'card' | 'lastAnswer'> & { point: ChartPoint };

function DrillButton({ card, lastAnswer: { spec, subject }, point }: DrillButtonProps) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { dashboard, change } = useDashboardContext();
  const state = useStateContext();
  const next = currentPathOf(dashboard, card, state)[state.drills[card.id]?.length ?? 0];
  const mark = point[spec.dimensions[0]!.id];
  if (!next || mark === undefined || (mark !== null && typeof mark === 'object')) return null;
  const name = stepName(next, subject, language);
  return (
    <Action
      name={t('dashboard.view.drill', { name })}
      icon={<NodeExpandOutlined aria-hidden />}
      onClick={() => change((now) => drillDown(now, card.id, mark))}
    />
  );
}

function stepName(step: DrillStep, subject: QuerySubject, language: Language): string {
  if (step.kind === 'time') return grainLabel(step.grain, language);
  return step.kind === 'date_part' ? datePartLabel(step.part, language) : columnLabel(subject, step.column, language);
}

function JumpButton({ card, link }: { card: ChartCard; link: string }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { dashboard } = useDashboardContext();
  const state = useStateContext();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const subject = useSubject(card.chart.ask);
  const { data: other } = useQuery({ ...dashboardQuery(link), throwOnError: false, retry: false });
  if (!other || other.trashedAt) return null;
  const notifyDropped = (dropped: ReturnType<typeof droppedColumns>) => {
    if (dropped.length === 0) return;
    const dataset = card.chart.ask.kind === 'sql' ? '' : card.chart.ask.dataset;
    const labels = dropped.map((each) =>
      subject && each.dataset === dataset
        ? columnLabel(subject, each.column, language)
        : t('dashboard.view.otherFilter'),
    );
    void toast('info', t('dashboard.view.jumpDropped', { names: listOf([...new Set(labels)], language) }));
  };
  const handleJump = async () => {
    try {
      const to = (await queries.ensureQueryData(dashboardQuery(link))).dashboard;
      const linked = linkedState(to, { dashboard, state }, card.id);
      const search = writeState(withZone(new URLSearchParams(), zoneIn(params)), linked, to);
      await navigate(`/dashboard/${link}${queryText(search)}`);
      notifyDropped(droppedColumns(to, { dashboard, state }, card.id));
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Action
      name={t('dashboard.view.jump', { name: textOf(other.dashboard.title, language) || t('dashboard.view.untitled') })}
      icon={<ArrowRightOutlined aria-hidden />}
      onClick={() => void handleJump()}
    />
  );
}
