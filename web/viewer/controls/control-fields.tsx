import { CalendarOutlined, SwapOutlined } from '@ant-design/icons';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { currentTimeOf, currentValueOf } from '#domain/dashboard/filters.ts';
import type { Control, ControlValue, Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import { baseLabel } from '#display/words/compare-labels.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { capitalize } from '#display/words/subject.ts';
import { useLook, useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { ChangeState } from '../dashboard-state.ts';
import { offsetOf } from '../zone-param.ts';
import { isChanged, isCompareChanged, isSpanChanged, withTime } from './changes.ts';
import { useControlColumn } from './control-column.ts';
import { PopoverField, type FieldLayout } from './PopoverField.tsx';
import { controlWords } from './control-words.ts';

// Lazy: panels load when the first one opens.
const TimePanel = lazy(() => import('./TimePanel.tsx').then((module) => ({ default: module.TimePanel })));
const ComparePanel = lazy(() => import('./ComparePanel.tsx').then((module) => ({ default: module.ComparePanel })));
const SelectPanel = lazy(() => import('./SelectPanel.tsx').then((module) => ({ default: module.SelectPanel })));
const BoundsPanel = lazy(() => import('./BoundsPanel.tsx').then((module) => ({ default: module.BoundsPanel })));
const TextPanel = lazy(() => import('./TextPanel.tsx').then((module) => ({ default: module.TextPanel })));

/** A dashboard with its state and how to change it. */
export type ControlsProps = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  onChange: ChangeState;
};

type ControlFieldProps = ControlsProps & { layout: FieldLayout };

export function TimeField({ dashboard, state, onChange, layout }: ControlFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const { span } = currentTimeOf(dashboard, state);
  // Computing the offset creates a formatter, which is slow.
  const offset = useMemo(() => offsetOf(zone), [zone]);
  return (
    <PopoverField
      label={t('dashboard.controls.time')}
      note={{ short: offset, full: zone }}
      text={capitalize(span ? spanLabel(span, language) : allTime[language])}
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

export function CompareField({ dashboard, state, onChange, layout }: ControlFieldProps) {
  const { t } = useTranslation();
  const { language, zone } = useLook();
  const { span, compare } = currentTimeOf(dashboard, state);
  const [now] = useState(() => Date.now());
  return (
    <PopoverField
      label={t('explore.compare')}
      // All time cannot be compared.
      text={capitalize(compareLabel(span ? compare : { kind: 'none' }, language))}
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

export function ControlField({ control, ...setting }: ControlFieldProps & { control: Control }) {
  const { state, onChange, layout } = setting;
  const look = useLook();
  const { name, kind } = useControlColumn(control);
  const value = currentValueOf(control, state);
  return (
    <PopoverField
      label={name}
      text={controlWords(value, kind, look)}
      isChanged={isChanged(control, state)}
      layout={layout}
      renderPanel={(close) => (
        <ValuePanel
          {...{ setting, control, name, kind, value }}
          onChange={(next) => onChange((now) => ({ ...now, values: { ...now.values, [control.id]: next } }))}
          onClose={close}
        />
      )}
    />
  );
}

type ValuePanelProps = {
  setting: ControlsProps;
  control: Control;
  value: ControlValue;
  onChange: (value: ControlValue) => void;
  onClose: () => void;
} & ReturnType<typeof useControlColumn>;

function ValuePanel({ setting, control, name, kind, value, onChange, onClose }: ValuePanelProps) {
  const { id, draft, state } = setting;
  const handlers = { onChange, onClose };
  if (value.kind === 'range') return <BoundsPanel value={value} {...handlers} />;
  if (value.kind === 'text') return <TextPanel label={name} value={value} {...handlers} />;
  return (
    <SelectPanel
      label={name}
      kind={kind}
      column={control.targets.find((target) => target.kind === 'column')?.column}
      isMany={control.isMany}
      isFree={control.targets.every((target) => target.kind === 'param')}
      value={value}
      valuesRequest={{ id, draft, control: control.id, state }}
      {...handlers}
    />
  );
}
