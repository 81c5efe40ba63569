import { ReloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartKind } from '#contract/chart.ts';
import type { QueryAsk } from '#contract/query.ts';
import { kindFor } from '#display/charts/kinds.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { detailOf, titleOf } from '#display/words/sentence.ts';
import { useAllRows } from '#web/charts/grid/all-rows.ts';
import { Proof } from '#web/charts/Proof.tsx';
import { Boundary } from '#web/ui/Boundary.tsx';
import type { Answer } from './answers.ts';
import { useBoard } from './board.ts';
import { useCourse } from './course-answer.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { Failed } from './Failed.tsx';
import { KindPicker } from './KindPicker.tsx';
import { OptionsPanel } from './OptionsPanel.tsx';
import style from './Picture.module.css';
import { rankOf } from './rank.ts';
import type { View } from './view.ts';
import { Waiting } from './Waiting.tsx';

const ChartView = lazy(() => import('#web/charts/ChartView.tsx').then((module) => ({ default: module.ChartView })));

/** The picture that suits a question: a list of combinations by their change is read as a table. */
export function suggestedKind(ask: QueryAsk, frame: Frame): ChartKind {
  const rank = rankOf(ask);
  return rank?.dimension === null && ask.dimensions.length > 1 ? 'table' : kindFor(frame);
}

type Answered = NonNullable<Answer['answered']>;
type Props = {
  view: View;
  answer: Answer;
  onDraw: (drawn: Pick<View, 'kind' | 'options'>) => void;
};

/** The answer as a picture, with what can be done to it above and how it came about beside it. */
export function Picture({ view, answer, onDraw }: Props) {
  const { t } = useTranslation();
  const { dataset, look, ask } = useBoard();
  const { answered, error, isAsking, isStopped } = answer;
  const frame = useMemo(() => answered && frameOf({ ...answered, subject: dataset, look }), [answered, dataset, look]);
  const shownAsk = (answered?.ask ?? ask) as QueryAsk;
  const suggested = frame && suggestedKind(shownAsk, frame);
  const kind = view.kind === 'auto' ? suggested : view.kind;
  const drawn = useCourse({ answered, frame, kind });
  return (
    <section className={style['picture']} aria-label={t('explore.picture')}>
      <header>
        <div className={style['title']}>
          <h2 dir="auto">{titleOf(dataset, shownAsk, look.language)}</h2>
          <p dir="auto">{detailOf(dataset, shownAsk, look)}</p>
        </div>
        {frame && answered && kind && suggested && (
          <Tools {...{ view, answer, answered, frame, drawn, kind, suggested, onDraw }} />
        )}
      </header>
      <div className={style['stage']} data-stale={isAsking || isStopped || Boolean(error)} aria-busy={isAsking}>
        {isAsking && <Waiting progress={answer.progress} onCancel={answer.cancel} />}
        {error && !isAsking && <Failed error={error} onRetry={() => answer.again()} />}
        {isStopped && <Stopped onAgain={() => answer.again()} />}
        {drawn && answered && kind && <Drawn {...{ answered, frame: drawn, kind, view, onDraw }} />}
      </div>
      {answered && <Footing answer={answer} />}
    </section>
  );
}

type ToolsProps = Props & {
  answered: Answered;
  frame: Frame;
  drawn: Frame | undefined;
  kind: ChartKind;
  suggested: ChartKind;
};

function Tools({ view, answer, answered, frame, drawn = frame, kind, suggested, onDraw }: ToolsProps) {
  const { dataset, look } = useBoard();
  const labels = Object.fromEntries(frame.fields.map(({ name, label }) => [name, label]));
  return (
    <div className={style['tools']}>
      <KindPicker
        frame={frame}
        kind={kind}
        suggested={suggested}
        isChosen={view.kind !== 'auto'}
        asksWhole
        onChoose={(chosen) => onDraw({ kind: chosen, options: view.options })}
      />
      <OptionsPanel
        kind={kind}
        frame={frame}
        options={view.options}
        onChange={(options) => onDraw({ kind: view.kind, options })}
      />
      <ExportMenu
        ask={answered.ask}
        zone={look.zone}
        name={titleOf(dataset, answered.ask as QueryAsk, look.language)}
        labels={labels}
        frame={drawn}
        drawing={{ kind, options: view.options }}
      />
      <Proof
        ask={answered.ask}
        result={answered.result}
        subject={dataset}
        onFresh={() => answer.again({ fresh: true })}
      />
    </div>
  );
}

const height = 420;

type DrawnProps = Pick<Props, 'view' | 'onDraw'> & { answered: Answered; frame: Frame; kind: ChartKind };

function Drawn({ answered, frame, kind, view, onDraw }: DrawnProps) {
  const { t } = useTranslation();
  const { dataset, look } = useBoard();
  const { ask, result } = answered;
  const whole = useAllRows({ ask, zone: look.zone, result, frame });
  const place = JSON.stringify([ask, kind, view.options]);
  return (
    <div className={style['chart']}>
      <Boundary place={place} fallback={<p role="alert">{t('explore.undrawable')}</p>}>
        <Suspense fallback={<div style={{ height }} />}>
          <ChartView
            frame={whole.frame}
            drawing={{ kind, options: view.options }}
            title={titleOf(dataset, ask as QueryAsk, look.language)}
            height={height}
            loadMore={whole.loadMore}
            onChange={({ options }) => onDraw({ kind: view.kind, options })}
          />
        </Suspense>
      </Boundary>
    </div>
  );
}

function Stopped({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={style['notice']} role="status">
      <p>{t('explore.stopped')}</p>
      <div>
        <Button type="primary" onClick={onAgain}>
          {t('explore.askAgain')}
        </Button>
      </div>
    </div>
  );
}

// What takes no longer than this is asked again by itself when there are new rows, but not at every push.
const cheap = 300;
const pause = 5_000;

function Footing({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { dataset, look } = useBoard();
  const { answered, again, isAsking } = answer;
  const { proof, values } = answered!.result;
  const origin = proof.datasets.find(({ id }) => id === dataset.id);
  const isOld = origin !== undefined && dataset.version > origin.version && !isAsking;
  const isCheap = proof.milliseconds < cheap;
  const refresh = useRef(again);
  useEffect(() => {
    refresh.current = again;
  });
  useEffect(() => {
    if (!isOld || !isCheap) return undefined;
    const wait = Math.max(0, Date.parse(proof.answeredAt) + pause - Date.now());
    const timer = setTimeout(() => refresh.current(), wait);
    return () => clearTimeout(timer);
  }, [isOld, isCheap, proof.answeredAt]);
  const number = (value: number) => formatNumber(value, look.language);
  const rows = values[0]?.length ?? 0;
  return (
    <footer className={style['footing']}>
      <span className="numbers">
        {t(rows === 1 ? 'explore.footingOne' : 'explore.footing', {
          rows: number(rows),
          read: number(proof.rowsRead),
          took: number(Math.round(proof.milliseconds)),
        })}
      </span>
      {proof.isCutOff && !rankOf(answered!.ask as QueryAsk) && <span data-tone="warn">{t('explore.cutOff')}</span>}
      {isOld && !isCheap && (
        <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={() => again()}>
          {t('explore.newData')}
        </Button>
      )}
    </footer>
  );
}
