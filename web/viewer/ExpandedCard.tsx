import Modal from 'antd/es/modal';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isTableKind } from '#display/charts/all-kinds.ts';
import { detailOf } from '#display/words/sentence.ts';
import { ChartView } from '#web/charts/ChartView.tsx';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { CardResult } from './card-result.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './Dialogs.module.css';

type ExpandedCardProps = { title: string; lastAnswer: CardResult; onClose: () => void };

/** An enlarged card, as chart or table. */
export function ExpandedCard({ title, lastAnswer, onClose }: ExpandedCardProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const look = useLook();
  const [mode, setMode] = useState<'picture' | 'table'>('picture');
  const { spec, frame, chartFrame, drawing } = lastAnswer;
  const subject = useLabelledSubject(lastAnswer.subject);
  const isTable = isTableKind(drawing.kind);
  const height = Math.max(240, Math.min(720, window.innerHeight - 260));
  const plain = { kind: 'table' as const, options: { numbers: drawing.options.numbers ?? {} } };
  return (
    <Modal open centered width={1200} footer={null} onCancel={onClose} title={<span dir="auto">{title}</span>}>
      <div className={style['above']}>
        <p dir="auto">{spec.kind === 'query' && detailOf(subject, spec, look)}</p>
        {!isTable && (
          <Segmented
            value={mode}
            onChange={setMode}
            options={(['picture', 'table'] as const).map((value) => ({
              value,
              label: t(`dashboard.view.ways.${value}`),
            }))}
          />
        )}
      </div>
      <div style={{ height }}>
        {mode === 'picture' ? (
          <ChartView frame={chartFrame} drawing={drawing} title={title} height={height} />
        ) : (
          <ChartView frame={frame} drawing={plain} title={title} height={height} />
        )}
      </div>
    </Modal>
  );
}
