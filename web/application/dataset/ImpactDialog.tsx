import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Spin from 'antd/es/spin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetChange, Tried } from '#contract/uses.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Dependents.module.css';
import { Dependents } from './Dependents.tsx';
import { countWords, trialQuery } from './uses.ts';

type Props = {
  dataset: string;
  change: DatasetChange;
  title: string;
  text: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
};

/** Asks before a change, with what uses the dataset and what of it would stop working: each was tried. */
export function ImpactDialog({ dataset, change, title, text, yes, onYes, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: tried, error } = useQuery({ ...trialQuery(dataset, change), throwOnError: false });
  const handleYes = () => {
    onClose();
    onYes();
  };
  return (
    <Modal
      open
      width={520}
      title={title}
      okText={yes}
      okButtonProps={{ danger: true, disabled: !tried && !error }}
      onOk={handleYes}
      onCancel={onClose}
    >
      <p className={style['note']}>{text}</p>
      {!tried && !error && <Spin delay={300} description={t('dataset.use.trying')} />}
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {tried && <Impact tried={tried} />}
    </Modal>
  );
}

function Impact({ tried }: { tried: Tried[] }): ReactNode {
  const { t } = useTranslation();
  const broken = tried.filter(({ problem }) => problem);
  const reasons = new Set(broken.map(({ problem }) => problem!.message));
  if (tried.length === 0) return <p>{t('dataset.use.title')}</p>;
  return (
    <>
      <p>{t('dataset.use.usedBy', { counts: countWords(tried, t) })}</p>
      {broken.length === 0 ? (
        <p>{t('dataset.use.allFine')}</p>
      ) : (
        <>
          <p className={style['broken']}>
            <b>{t('dataset.use.broken', { counts: countWords(broken, t) })}</b>
          </p>
          {reasons.size === 1 && <p className={style['reason']}>{[...reasons][0]}</p>}
          <Dependents tried={broken} hasReasons={reasons.size > 1} />
        </>
      )}
    </>
  );
}
