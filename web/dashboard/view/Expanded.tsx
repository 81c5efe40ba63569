import Modal from 'antd/es/modal';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { detailOf } from '#display/words/sentence.ts';
import { ChartView } from '#web/charts/ChartView.tsx';
import { useLook } from '#web/shell/preferences.ts';
import type { Answered } from './answered.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import style from './Dialogs.module.css';

type Props = { title: string; answered: Answered; onClose: () => void };

/** A card in large, as its picture or as the table behind it. */
export function Expanded({ title, answered, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const look = useLook();
  const [way, setWay] = useState<'picture' | 'table'>('picture');
  const { ask, subject, frame, drawn, drawing } = answered;
  const isTable = drawing.kind === 'table' || drawing.kind === 'pivot';
  const height = Math.max(240, Math.min(720, window.innerHeight - 260));
  const plain = { kind: 'table' as const, options: { numbers: drawing.options.numbers ?? {} } };
  return (
    <Modal open centered width={1200} footer={null} onCancel={onClose} title={<span dir="auto">{title}</span>}>
      <div className={style['above']}>
        <p dir="auto">{ask.kind === 'query' && detailOf(subject, ask, look)}</p>
        {!isTable && (
          <Segmented
            value={way}
            onChange={setWay}
            options={(['picture', 'table'] as const).map((value) => ({
              value,
              label: t(`dashboard.view.ways.${value}`),
            }))}
          />
        )}
      </div>
      <div style={{ height }}>
        {way === 'picture' ? (
          <ChartView frame={drawn} drawing={drawing} title={title} height={height} />
        ) : (
          <ChartView frame={frame} drawing={plain} title={title} height={height} />
        )}
      </div>
    </Modal>
  );
}
