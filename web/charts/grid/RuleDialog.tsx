import InputNumber from 'antd/es/input-number';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat } from '#contract/chart.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { withFormat } from './format-items.ts';
import style from './HeadLabel.module.css';

type Rule = Extract<CellFormat, { kind: 'rule' }>;
type Props = {
  column: string;
  label: string;
  formats: CellFormat[];
  onFormats: (formats: CellFormat[]) => void;
  onClose: () => void;
};

const ops = ['less', 'at_most', 'equals', 'at_least', 'greater'] as const;
const tones = ['good', 'bad', 'warn'] as const;

/** When the cells of a column have a colour, and which. */
export function RuleDialog({ column, label, formats, onFormats, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const before = formats.find((each): each is Rule => each.kind === 'rule' && each.column === column);
  const [rule, setRule] = useState<Rule>(before ?? { kind: 'rule', column, op: 'greater', value: 0, tone: 'good' });
  const change = (part: Partial<Rule>) => setRule((now) => ({ ...now, ...part }));
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
          options={ops.map((op) => ({ value: op, text: t(`grid.ops.${op}`) }))}
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
