import { DownOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { type ChartKind, chartKinds } from '#contract/chart.ts';
import { refusalBefore, refusalOf } from '#display/charts/kinds.ts';
import type { Frame } from '#display/frame.ts';
import { useLanguage } from '#web/ui/language.ts';
import { KindIcon } from './kind-icons.tsx';
import style from './KindPicker.module.css';
import { Pop } from './Pop.tsx';

type Props = {
  frame: Frame;
  /** What is drawn now, and what would be drawn if nobody chose. */
  kind: ChartKind;
  suggested: ChartKind;
  isChosen: boolean;
  /** Whether a picture of the whole, once it is chosen, asks for the whole. */
  asksWhole?: boolean;
  onChoose: (kind: ChartKind | 'auto') => void;
};

/** Every kind of picture; those that cannot show this answer say why. */
export function KindPicker({ frame, kind, suggested, isChosen, asksWhole = false, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Pop
      renderPanel={(close) => (
        <Kinds
          frame={frame}
          kind={kind}
          suggested={suggested}
          asksWhole={asksWhole}
          onChoose={(chosen) => {
            onChoose(chosen);
            close();
          }}
        />
      )}
    >
      {(isOpen) => (
        <Button icon={<KindIcon kind={kind} />} aria-haspopup="dialog" aria-expanded={isOpen} data-chosen={isChosen}>
          {t(`explore.kinds.${kind}`)}
          <DownOutlined aria-hidden className={style['arrow']} />
        </Button>
      )}
    </Pop>
  );
}

function Kinds({ frame, kind, suggested, asksWhole, onChoose }: Omit<Props, 'isChosen'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div role="group" aria-label={t('explore.kind')} className={style['kinds']}>
      {chartKinds.map((each) => {
        const refusal = (asksWhole ? refusalBefore : refusalOf)(each, frame, language);
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind}
            aria-disabled={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => refusal === null && onChoose(each === suggested ? 'auto' : each)}
          >
            <KindIcon kind={each} />
            <span>{t(`explore.kinds.${each}`)}</span>
            {each === suggested && <small>{t('explore.suggested')}</small>}
          </button>
        );
      })}
    </div>
  );
}
