import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import { type ChartOptions, defaultOptions, numberFormats, type NumberStyle } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import type { Field, Frame } from '#display/frame.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { CellFormats } from './CellFormats.tsx';
import { Choices } from './Choices.tsx';
import { OptionsIcon } from './kind-icons.tsx';
import style from './OptionsPanel.module.css';
import { Pop } from './Pop.tsx';

type ValueMeasureField = Extract<Field, { role: 'measure' }>;
type PartialChartOptions = Partial<ChartOptions>;
type OptionsPanelProps = {
  kind: ChartKind;
  frame: Frame;
  options: PartialChartOptions;
  onChange: (options: PartialChartOptions) => void;
};

/** The drawing options of a chart. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { t } = useTranslation();
  if (chartKindDescriptors[props.kind].options.length === 0) return null;
  return (
    <Pop renderPanel={() => <Panel {...props} />}>
      {(isOpen) => (
        <Button
          icon={<OptionsIcon aria-hidden />}
          aria-label={t('explore.options')}
          title={t('explore.options')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        />
      )}
    </Pop>
  );
}

const lists = {
  stack: ['none', 'stacked', 'percent'],
  labels: ['auto', 'on', 'off'],
  legend: ['auto', 'off'],
  scale: ['linear', 'log'],
} as const;
const flags = ['fromZero', 'smooth', 'subtotals'] as const;

function Panel({ kind, frame, options, onChange }: OptionsPanelProps) {
  const { t } = useTranslation();
  const supported = new Set(chartKindDescriptors[kind].options);
  const all = { ...defaultOptions, ...options };
  const set = (changed: PartialChartOptions) => onChange({ ...options, ...changed });
  const measures = frame.fields.filter(
    (field): field is ValueMeasureField => field.role === 'measure' && field.part === 'value',
  );
  return (
    <div className={style['options']}>
      {(Object.keys(lists) as (keyof typeof lists)[])
        .filter((name) => supported.has(name))
        .map((name) => (
          <div key={name}>
            <h3>{t(`explore.option.${name}`)}</h3>
            <Choices<string>
              layout="chips"
              label={t(`explore.option.${name}`)}
              choices={lists[name].map((value) => ({ value, text: t(`explore.${name}s.${value}`) }))}
              isChosen={(value) => all[name] === value}
              onChoose={(value) => set({ [name]: value })}
            />
          </div>
        ))}
      {flags
        .filter((name) => supported.has(name))
        .map((name) => (
          <label key={name} className={style['flag']}>
            <input type="checkbox" checked={all[name]} onChange={(event) => set({ [name]: event.target.checked })} />
            {t(`explore.option.${name}`)}
          </label>
        ))}
      {supported.has('target') && (
        <label className={style['flag']}>
          {t('explore.option.target')}
          <InputNumber size="small" value={all.target} onChange={(target) => set({ target })} style={{ width: 140 }} />
        </label>
      )}
      {supported.has('rows') && (
        <label className={style['flag']}>
          {t('explore.option.rows')}
          <InputNumber
            size="small"
            min={0}
            max={20}
            precision={0}
            value={all.rows}
            onChange={(rows) => set({ rows: rows ?? 1 })}
            style={{ width: 72 }}
          />
        </label>
      )}
      {supported.has('second') && (
        <SecondAxis measures={measures} second={all.second} onChange={(second) => set({ second })} />
      )}
      {supported.has('numbers') &&
        measures.map((field) => (
          <NumberFormat
            key={field.name}
            field={field}
            style={all.numbers[field.measure] ?? field.style}
            onChange={(number) => set({ numbers: { ...all.numbers, [field.measure]: number } })}
          />
        ))}
      {supported.has('cells') && <CellFormats frame={frame} cells={all.cells} onChange={(cells) => set({ cells })} />}
    </div>
  );
}

function SecondAxis({
  measures,
  second,
  onChange,
}: {
  measures: ValueMeasureField[];
  second: string[];
  onChange: (second: string[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <h3>{t('explore.option.second')}</h3>
      {measures.map(({ measure, label }) => (
        <label key={measure} className={style['flag']}>
          <input
            type="checkbox"
            checked={second.includes(measure)}
            onChange={(event) =>
              onChange(event.target.checked ? [...second, measure] : second.filter((each) => each !== measure))
            }
          />
          <bdi>{label}</bdi>
        </label>
      ))}
    </div>
  );
}

function NumberFormat({
  field,
  style: number,
  onChange,
}: {
  field: ValueMeasureField;
  style: NumberStyle;
  onChange: (style: NumberStyle) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <h3>
        <bdi>{field.label}</bdi>
      </h3>
      <div className={style['number']}>
        <PlainSelect
          label={t('data.format')}
          value={number.format}
          options={numberFormats.map((format) => ({ value: format, text: t(`data.formats.${format}`) }))}
          onChange={(format) => onChange({ ...number, format })}
        />
        <Input
          size="small"
          aria-label={t('data.unit')}
          placeholder={t('data.unit')}
          maxLength={20}
          value={number.unit}
          style={{ width: 72 }}
          onChange={(event) => onChange({ ...number, unit: event.target.value })}
        />
        <InputNumber
          size="small"
          aria-label={t('explore.decimals')}
          placeholder={t('explore.decimals')}
          min={0}
          max={10}
          precision={0}
          value={number.decimals}
          style={{ width: 96 }}
          onChange={(decimals) => onChange({ ...number, decimals })}
        />
      </div>
    </div>
  );
}
