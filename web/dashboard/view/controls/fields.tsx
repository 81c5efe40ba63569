import { CalendarOutlined, SwapOutlined } from '@ant-design/icons';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { timeNow, valueNow } from '#contract/dashboard-filters.ts';
import type { Control, ControlValue, Dashboard, DashboardState } from '#contract/dashboard.ts';
import { baseLabel } from '#display/words/base.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook, useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { ChangeState } from '../state.ts';
import { offsetOf } from '../zone.ts';
import { isChanged, isCompareChanged, isSpanChanged, withTime } from './changes.ts';
import { useControlColumn } from './column.ts';
import { Field, type FieldLayout } from './Field.tsx';
import { controlWords } from './words.ts';

// Panels come when the first one is opened.
const TimePanel = lazy(() => import('./TimePanel.tsx').then((module) => ({ default: module.TimePanel })));
const ComparePanel = lazy(() => import('./ComparePanel.tsx').then((module) => ({ default: module.ComparePanel })));
const SelectPanel = lazy(() => import('./SelectPanel.tsx').then((module) => ({ default: module.SelectPanel })));
const BoundsPanel = lazy(() => import('./BoundsPanel.tsx').then((module) => ({ default: module.BoundsPanel })));
const TextPanel = lazy(() => import('./TextPanel.tsx').then((module) => ({ default: module.TextPanel })));

/** A dashboard as someone looks at it and sets it. */
export type Setting = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  onChange: ChangeState;
};

type Props = Setting & { layout: FieldLayout };

export function TimeField({ dashboard, state, onChange, layout }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const { span } = timeNow(dashboard, state);
  return (
    <Field
      label={t('dashboard.controls.time')}
      note={{ short: offsetOf(zone), full: zone }}
      text={upright(span ? spanLabel(span, language) : allTime[language])}
      icon={<CalendarOutlined aria-hidden />}
      isChanged={isSpanChanged(dashboard, state)}
      layout={layout}
      renderPanel={(close) => (
        <TimePanel
          span={span}
          onChange={(next) => onChange((now) => withTime(dashboard, now, { span: next }))}
          onClose={close}
        />
      )}
    />
  );
}

export function CompareField({ dashboard, state, onChange, layout }: Props) {
  const { t } = useTranslation();
  const { language, zone } = useLook();
  const { span, compare } = timeNow(dashboard, state);
  const [now] = useState(() => Date.now());
  return (
    <Field
      label={t('explore.compare')}
      // All time has nothing before it.
      text={upright(compareLabel(span ? compare : { kind: 'none' }, language))}
      detail={span ? baseLabel({ span, compare }, { now, zone }, language) : ''}
      icon={<SwapOutlined aria-hidden />}
      isChanged={isCompareChanged(dashboard, state)}
      layout={layout}
      renderPanel={(close) => (
        <ComparePanel
          span={span}
          compare={compare}
          onChange={(next) => onChange((now) => withTime(dashboard, now, { compare: next }))}
          onClose={close}
        />
      )}
    />
  );
}

export function ControlField({ control, ...setting }: Props & { control: Control }) {
  const { state, onChange, layout } = setting;
  const look = useLook();
  const { name, type } = useControlColumn(control);
  const value = valueNow(control, state);
  return (
    <Field
      label={name}
      text={controlWords(value, type, look)}
      isChanged={isChanged(control, state)}
      layout={layout}
      renderPanel={(close) => (
        <ValuePanel
          {...{ setting, control, name, type, value }}
          onChange={(next) => onChange((now) => ({ ...now, values: { ...now.values, [control.id]: next } }))}
          onClose={close}
        />
      )}
    />
  );
}

type ValueProps = {
  setting: Setting;
  control: Control;
  value: ControlValue;
  onChange: (value: ControlValue) => void;
  onClose: () => void;
} & ReturnType<typeof useControlColumn>;

function ValuePanel({ setting, control, name, type, value, onChange, onClose }: ValueProps) {
  const { id, draft, state } = setting;
  const acts = { onChange, onClose };
  if (value.kind === 'range') return <BoundsPanel value={value} {...acts} />;
  if (value.kind === 'text') return <TextPanel label={name} value={value} {...acts} />;
  return (
    <SelectPanel
      label={name}
      type={type}
      isMany={control.isMany}
      isFree={control.targets.every((target) => target.kind === 'param')}
      value={value}
      sought={{ id, draft, control: control.id, state }}
      {...acts}
    />
  );
}
