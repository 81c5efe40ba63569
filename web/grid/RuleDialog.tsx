import InputNumber from 'antd/es/input-number';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type CellFormat, cellRuleOps } from '#domain/query/chart.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { withFormat } from './format-items.ts';
import style from './HeadLabel.module.css';

type EditedCellRule = Extract<CellFormat, { kind: 'rule' }>;
type RuleDialogProps = {
  column: string;
  label: string;
  formats: CellFormat[];
  onFormats: (formats: CellFormat[]) => void;
  onClose: () => void;
};

const tones = ['good', 'bad', 'warn'] as const;

/** Dialog for the colour rule of a column. */
export function RuleDialog({ column, label, formats, onFormats, onClose }: RuleDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const existing = formats.find((each): each is EditedCellRule => each.kind === 'rule' && each.column === column);
  const [rule, setRule] = useState<EditedCellRule>(
    existing ?? { kind: 'rule', column, op: 'greater', value: 0, tone: 'good' },
  );
  const change = (part: Partial<EditedCellRule>) => setRule((now) => ({ ...now, ...part }));
  const handleOk = () => {
    onFormats(withFormat(formats, column, rule));
    onClose();
  };
  return (
    <Modal
      open
      title={t('grid.ruleFor', { column: label })}
      width={440}
      okText={t('common.save')}
      onOk={handleOk}
      onCancel={onClose}
    >
      <div className={style['rule']}>
        <PlainSelect
          label={t('grid.condition')}
          value={rule.op}
          options={cellRuleOps.map((op) => ({ value: op, text: t(`grid.ops.${op}`) }))}
          onChange={(op) => change({ op })}
        />
        <InputNumber
          aria-label={t('grid.value')}
          value={rule.value}
          onChange={(value) => change({ value: value ?? 0 })}
          onPressEnter={handleOk}
        />
        <PlainSelect
          label={t('grid.tone')}
          value={rule.tone}
          options={tones.map((tone) => ({ value: tone, text: t(`grid.tones.${tone}`) }))}
          onChange={(tone) => change({ tone })}
        />
      </div>
    </Modal>
  );
}
