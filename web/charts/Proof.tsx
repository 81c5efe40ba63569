import { InfoCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { databases } from '#domain/databases.ts';
import { anchorSpec } from '#domain/time/anchor.ts';
import type { QuerySpec, Filter, Origin, BuiltQuerySpec, Result } from '#domain/query/query.ts';
import { formatInstant } from '#display/format/date.ts';
import { formatDuration, formatNumber } from '#display/format/number.ts';
import { filterLabel } from '#display/words/filter.ts';
import { sentenceOf } from '#display/words/sentence.ts';
import { describeMeasure } from '#display/words/describe-measure.ts';
import { measureLabel } from '#display/words/measure.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { LatestRow } from '#web/freshness/DataTimes.tsx';
import { LateMark } from '#web/freshness/LateMark.tsx';
import { marksOf } from '#display/words/verification.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useLook, useZone } from '#web/shell/preferences.ts';
import { agoOf, clockOf } from '#web/ui/ago.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { VerifiedMark } from '#web/ui/VerifiedMark.tsx';
import style from './Proof.module.css';

type ProofDrawerProps = { spec: QuerySpec; result: Result; subject: QuerySubject; onFresh: () => void };

/** Button on every chart that opens the details of a result. */
export function Proof(props: ProofDrawerProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<InfoCircleOutlined aria-hidden />}
        aria-label={t('proof.open')}
        title={t('proof.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <ProofDrawer {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** The drawer without its button, for other triggers. */
export function ProofDrawer({
  isOpen = true,
  onClose,
  ...props
}: ProofDrawerProps & { isOpen?: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={isOpen}
      size={480}
      title={t('proof.title')}
      destroyOnHidden
      onClose={onClose}
      extra={
        <Button
          onClick={() => {
            onClose();
            props.onFresh();
          }}
        >
          {t('proof.fresh')}
        </Button>
      }
    >
      <Details {...props} />
    </Drawer>
  );
}

function Details({ spec: originalSpec, result, subject: plainSubject }: ProofDrawerProps) {
  const { t } = useTranslation();
  const subject = useLabelledSubject(plainSubject);
  const look = useLook();
  const { proof } = result;
  const spec = originalSpec.kind === 'sql' ? originalSpec : anchorSpec(originalSpec, proof.newest);
  return (
    <div className={style['proof']}>
      {spec.kind !== 'sql' && (
        <p className={style['words']}>{sentenceOf(subject, spec, { ...look, now: proof.answeredAt })}</p>
      )}
      <section>
        <h3>{t('proof.facts')}</h3>
        <Facts rows={useFacts(result, spec.limit)} />
      </section>
      {spec.kind === 'query' && <Measures spec={spec} subject={subject} />}
      <section>
        <h3>{t('proof.data')}</h3>
        {proof.datasets.map((origin) => (
          <Source key={origin.id} origin={origin} answeredAt={proof.answeredAt} />
        ))}
      </section>
      <Filters
        title={t('proof.applied')}
        none={t('proof.noneApplied')}
        filters={[...periodOf(spec), ...proof.applied]}
        subject={subject}
      />
      {proof.ignored.length > 0 && (
        <Filters title={t('proof.ignored')} none="" filters={proof.ignored} subject={subject} />
      )}
      <section>
        <h3>{t('proof.sql')}</h3>
        <CodeBlock code={proof.sql} label={t('proof.sql')} />
        {proof.params.length > 0 && (
          <ol className={style['params']} aria-label={t('proof.params')}>
            {proof.params.map((param, index) => (
              <li key={`$${index + 1}`}>
                <code dir="auto">{JSON.stringify(param)}</code>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

// The period of a query filters rows like any other condition.
function periodOf(spec: QuerySpec): Filter[] {
  if (spec.kind === 'sql' || spec.period.kind === 'all') return [];
  const { column, span, compare } = spec.period;
  const spans = compare.kind === 'custom' ? [span, compare.span] : [span];
  return spans.map((each) => ({ op: 'during', column, span: each }));
}

// A limit up to this was requested; a higher one is a safety limit.
const maxStatedLimit = 1000;

function useFacts({ proof, values }: Result, limit: number): [string, string][] {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const seconds = (milliseconds: number) =>
    milliseconds < 1000
      ? t('proof.milliseconds', { count: Math.round(milliseconds) })
      : formatDuration(milliseconds / 1000, language);
  const [now] = useState(() => Date.now());
  const age = (now - Date.parse(proof.answeredAt)) / 1000;
  const isRequestedLimit = proof.isCutOff && limit <= maxStatedLimit;
  const cut = isRequestedLimit
    ? t('proof.asAsked', { rows: formatNumber(limit, language), count: limit })
    : t('proof.isCutOff');
  const isInPlace = proof.datasets.some(({ connection }) => connection);
  const completeness = proof.isCutOff ? cut : t('proof.isWhole');
  return [
    [
      t('proof.rowsRead'),
      isInPlace
        ? t('proof.rowsUnknown')
        : proof.rowsRead === null
          ? t('proof.rowsHidden')
          : formatNumber(proof.rowsRead, language),
    ],
    [t('proof.rowsReturned'), formatNumber(proof.rowsReturned ?? values[0]?.length, language)],
    [t('proof.cutOff'), completeness],
    [t('proof.took'), seconds(proof.milliseconds)],
    [t('proof.waited'), seconds(proof.waited)],
    [t('proof.answered'), formatInstant(proof.answeredAt, zone)],
    [
      t('proof.cache'),
      proof.fromCache
        ? t('proof.fromCache', { age: formatDuration(Math.max(age, 0), language) })
        : t('proof.notCached'),
    ],
  ];
}

/** The name of a dataset, with its mark if it is verified. */
function SourceName({ origin: { id, name } }: { origin: Origin }) {
  const language = useLanguage();
  const { data } = useQuery({ ...datasetQuery(id), throwOnError: false, retry: false });
  return (
    <b>
      <bdi>{name}</bdi>
      <VerifiedMark marks={data ? marksOf(data, language) : []} />
    </b>
  );
}

/** Definitions of the measures of a query: formula, unit, description, and marks of metrics. */
function Measures({ spec, subject }: { spec: BuiltQuerySpec; subject: QuerySubject }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({ ...datasetQuery(spec.dataset), throwOnError: false, retry: false });
  return (
    <section>
      <h3>{t('proof.measures')}</h3>
      <dl className={style['measures']}>
        {spec.measures.map((measure) => {
          const { formula, unit, description } = describeMeasure(subject, measure, language);
          const metric = measure.formula.kind === 'metric' ? measure.formula.metric : undefined;
          const marked = data?.metrics.find(({ id }) => id === metric);
          return (
            <div key={measure.id}>
              <dt>
                <bdi>{measureLabel(subject, measure, language)}</bdi>
                <VerifiedMark marks={marked ? marksOf(marked, language) : []} />
              </dt>
              <dd>
                <code dir="auto">{formula}</code>
                {unit && <small dir="auto">{t('common.pair', { name: t('data.unit'), value: unit })}</small>}
                {description && <p dir="auto">{description}</p>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Source({ origin, answeredAt }: { origin: Origin; answeredAt: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const [now] = useState(() => Date.now());
  const newest = useNewest(origin);
  if (origin.connection) {
    const { kind, asOf } = origin.connection;
    const ago = agoOf(asOf, now, language);
    const texts = { engine: databases[kind].name, at: clockOf(asOf, now, zone), ago };
    return (
      <p className={style['source']}>
        <SourceName origin={origin} />
        <span dir="auto">{origin.application}</span>
        <small>{ago === undefined ? t('proof.inPlace', texts) : t('proof.inPlaceAgo', texts)}</small>
        <LateSource origin={origin} />
      </p>
    );
  }
  const age = origin.lastDataAt ? (Date.parse(answeredAt) - Date.parse(origin.lastDataAt)) / 1000 : undefined;
  return (
    <p className={style['source']}>
      <SourceName origin={origin} />
      <span dir="auto">{origin.application}</span>
      <small>
        {origin.rows === null
          ? t('proof.visibleRows', { version: origin.version })
          : t('proof.version', {
              version: origin.version,
              rows: formatNumber(origin.rows, language),
              count: origin.rows,
            })}
        {age !== undefined && ` · ${t('proof.age', { age: formatDuration(Math.max(age, 0), language) })}`}
      </small>
      {newest !== null && (
        <small>
          <LatestRow newest={newest} />
        </small>
      )}
      <LateSource origin={origin} />
    </p>
  );
}

const LateSource = ({ origin: { lateSince, newest, lastDataAt } }: { origin: Origin }) =>
  lateSince && <LateMark since={lateSince} newest={newest} loadedAt={lastDataAt} />;

/** The latest row. Right after a load, the server may determine it later than the result. */
function useNewest({ id, version, newest, connection }: Origin): string | null {
  const { data } = useQuery({
    ...datasetQuery(id),
    enabled: newest === null && connection === null,
    throwOnError: false,
    retry: false,
  });
  return newest ?? (data?.version === version ? data.newest : null);
}

type FiltersProps = { title: string; none: string; filters: Filter[]; subject: QuerySubject };

function Filters({ title, none, filters, subject }: FiltersProps) {
  const look = useLook();
  return (
    <section>
      <h3>{title}</h3>
      {filters.length === 0 && <p>{none}</p>}
      <ul>
        {[...new Set(filters.map((filter) => filterLabel(subject, filter, look)))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
