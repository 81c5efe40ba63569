import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import { type CellFormat, cellRuleOps } from '#domain/query/chart.ts';
import type { Frame } from '#display/frame.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import style from './OptionsPanel.module.css';
import { uniqueKeys } from './unique-keys.ts';

type RuleFormat = Extract<CellFormat, { kind: 'rule' }>;
type CellFormatsProps = { frame: Frame; cells: CellFormat[]; onChange: (cells: CellFormat[]) => void };

const kinds = ['scale', 'bar', 'rule'] as const;
const tones = ['good', 'warn', 'bad'] as const;

const withKind = (cell: CellFormat, kind: CellFormat['kind']): CellFormat =>
  kind === 'rule' ? { kind, column: cell.column, op: 'less', value: 0, tone: 'bad' } : { kind, column: cell.column };

/** Conditional formats of table cells. */
export function CellFormats({ frame, cells, onChange }: CellFormatsProps) {
  const { t } = useTranslation();
  const columns = frame.fields
    .filter(({ role }) => role === 'measure')
    .map(({ name, label }) => ({ value: name, text: label }));
  const [first] = columns;
  const keys = uniqueKeys(cells.map(({ kind, column }) => `${kind} ${column}`));
  if (!first) return null;
  return (
    <div>
      <h3>{t('explore.option.cells')}</h3>
      {cells.map((cell, at) => (
        <div key={keys[at]} className={style['rule']}>
          <PlainSelect
            isSmall
            label={t('filter.column')}
            value={cell.column}
            options={columns}
            onChange={(column) => onChange(cells.with(at, { ...cell, column }))}
          />
          <PlainSelect
            isSmall
            label={t('explore.cellKind')}
            value={cell.kind}
            options={kinds.map((kind) => ({ value: kind, text: t(`explore.cells.${kind}`) }))}
            onChange={(kind) => onChange(cells.with(at, withKind(cell, kind)))}
          />
          {cell.kind === 'rule' && <RuleFields rule={cell} onChange={(rule) => onChange(cells.with(at, rule))} />}
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('explore.removeCondition')}
            onClick={() => onChange(cells.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange([...cells, { kind: 'bar', column: first.value }])}
      >
        {t('explore.addCells')}
      </Button>
    </div>
  );
}

function RuleFields({ rule, onChange }: { rule: RuleFormat; onChange: (rule: RuleFormat) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PlainSelect
        isSmall
        label={t('filter.op')}
        value={rule.op}
        options={cellRuleOps.map((op) => ({ value: op, text: t(`explore.cellOps.${op}`) }))}
        onChange={(op) => onChange({ ...rule, op })}
      />
      <InputNumber
        size="small"
        aria-label={t('filter.value')}
        value={rule.value}
        style={{ width: 88 }}
        onChange={(value) => onChange({ ...rule, value: value ?? 0 })}
      />
      <PlainSelect
        isSmall
        label={t('explore.tone')}
        value={rule.tone}
        options={tones.map((tone) => ({ value: tone, text: t(`explore.tones.${tone}`) }))}
        onChange={(tone) => onChange({ ...rule, tone })}
      />
    </>
  );
}
