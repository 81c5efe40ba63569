import { ArrowRightOutlined, CloseOutlined, NodeExpandOutlined, TableOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { pathNow } from '#contract/dashboard-asks.ts';
import type { ChartCard, Point, Step } from '#contract/dashboard.ts';
import type { Language } from '#contract/language.ts';
import type { QueryAsk } from '#contract/query.ts';
import { datePartLabel, grainLabel } from '#display/words/grain.ts';
import { columnLabel, listOf, type Subject, textOf } from '#display/words/subject.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLook } from '#web/shell/preferences.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { queryText, writeState } from './address.ts';
import type { Answered } from './answered.ts';
import { useBoard, useBoardState } from './board.ts';
import { pointsWords } from './controls/words.ts';
import { carriedTo, droppedBy } from './jump.ts';
import style from './PickBar.module.css';
import { drilled, unpicked } from './picks.ts';
import { useSubject } from './subjects.ts';
import { withZone, zoneIn } from './zone.ts';

const RowsDrawer = lazy(() => import('./RowsDrawer.tsx').then((module) => ({ default: module.RowsDrawer })));

type Props = { card: ChartCard; title: string; answered: Answered & { ask: QueryAsk }; points: Point[] };

/** What is picked on a card and where one can go from it. */
export function PickBar({ card, title, answered, points }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const { change, isBare } = useBoard();
  const [isOpen, setOpen] = useState(false);
  const { ask, subject } = answered;
  const only = points.length === 1 ? points[0]! : undefined;
  return (
    <div className={style['bar']} role="group" aria-label={t('dashboard.view.picked')}>
      <strong dir="auto">{pointsWords(points, { dimensions: ask.dimensions, subject, look })}</strong>
      <div className={style['actions']}>
        {only && <DrillButton card={card} answered={answered} point={only} />}
        {only && !isBare && (
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
          onClick={() => change((now) => unpicked(now, card.id))}
        />
      </div>
      <Suspense>
        {isOpen && only && <RowsDrawer card={card} title={title} point={only} onClose={() => setOpen(false)} />}
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

type DrillProps = Pick<Props, 'card' | 'answered'> & { point: Point };

function DrillButton({ card, answered: { ask, subject }, point }: DrillProps) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { dashboard, change } = useBoard();
  const state = useBoardState();
  const next = pathNow(dashboard, card, state)[state.drills[card.id]?.length ?? 0];
  const mark = point[ask.dimensions[0]!.id];
  if (!next || mark === undefined || (mark !== null && typeof mark === 'object')) return null;
  const name = stepName(next, subject, language);
  return (
    <Action
      name={t('dashboard.view.drill', { name })}
      icon={<NodeExpandOutlined aria-hidden />}
      onClick={() => change((now) => drilled(now, card.id, mark))}
    />
  );
}

function stepName(step: Step, subject: Subject, language: Language): string {
  if (step.kind === 'time') return grainLabel(step.grain, language);
  return step.kind === 'date_part' ? datePartLabel(step.part, language) : columnLabel(subject, step.column, language);
}

function JumpButton({ card, link }: { card: ChartCard; link: string }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { dashboard } = useBoard();
  const state = useBoardState();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const subject = useSubject(card.chart.ask);
  const { data: other } = useQuery({ ...dashboardQuery(link), throwOnError: false, retry: false });
  if (!other || other.trashedAt) return null;
  const tellDropped = (dropped: ReturnType<typeof droppedBy>) => {
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
      const set = carriedTo(to, { dashboard, state }, card.id);
      const search = writeState(withZone(new URLSearchParams(), zoneIn(params)), set, to);
      await navigate(`/dashboard/${link}${queryText(search)}`);
      tellDropped(droppedBy(to, { dashboard, state }, card.id));
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
