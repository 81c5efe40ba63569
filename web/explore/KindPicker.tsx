import { DownOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { type ChartKind, chartKinds } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { refusalBeforeTotal, refusalOf } from '#display/charts/refusal.ts';
import type { Frame } from '#display/frame.ts';
import { useLanguage } from '#web/ui/language.ts';
import { KindIcon } from './kind-icons.tsx';
import style from './KindPicker.module.css';
import { Pop } from './Pop.tsx';

type KindPickerProps = {
  frame: Frame;
  /** The current kind, and the kind used if none is chosen. */
  kind: ChartKind;
  suggested: ChartKind;
  isChosen: boolean;
  /** Whether choosing a kind that needs totals loads them. */
  needsWholeResult?: boolean;
  onChoose: (kind: ChartKind | 'auto') => void;
};

/** Selects the chart kind; kinds that cannot show this result are disabled with a reason. */
export function KindPicker({ frame, kind, suggested, isChosen, needsWholeResult = false, onChoose }: KindPickerProps) {
  const language = useLanguage();
  return (
    <Pop
      renderPanel={(close) => (
        <KindList
          frame={frame}
          kind={kind}
          suggested={suggested}
          needsWholeResult={needsWholeResult}
          onChoose={(chosen) => {
            onChoose(chosen);
            close();
          }}
        />
      )}
    >
      {(isOpen) => (
        <Button icon={<KindIcon kind={kind} />} aria-haspopup="dialog" aria-expanded={isOpen} data-chosen={isChosen}>
          {chartKindDescriptors[kind].texts[language].name}
          <DownOutlined aria-hidden className={style['arrow']} />
        </Button>
      )}
    </Pop>
  );
}

function KindList({ frame, kind, suggested, needsWholeResult, onChoose }: Omit<KindPickerProps, 'isChosen'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div role="group" aria-label={t('explore.kind')} className={style['kinds']}>
      {chartKinds.map((each) => {
        const refusal = (needsWholeResult ? refusalBeforeTotal : refusalOf)(each, frame, language);
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
            <span>{chartKindDescriptors[each].texts[language].name}</span>
            {each === suggested && <small>{t('explore.suggested')}</small>}
          </button>
        );
      })}
    </div>
  );
}
