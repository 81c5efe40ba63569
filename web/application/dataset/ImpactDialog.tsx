import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Spin from 'antd/es/spin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetChange, TestedDependent } from '#contract/datasets/uses.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Dependents.module.css';
import { Dependents } from './Dependents.tsx';
import { countsText, impactQuery } from './uses.ts';

const RemapDialog = lazy(() => import('../remap/RemapDialog.tsx').then((module) => ({ default: module.RemapDialog })));

type ImpactDialogProps = {
  dataset: Dataset;
  change: DatasetChange;
  title: string;
  text: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
};

/** Confirms a change with the list of dependents that it would break, as tested by the server. */
export function ImpactDialog({ dataset, change, title, text, yes, onYes, onClose }: ImpactDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: testedUses, error } = useQuery({ ...impactQuery(dataset.id, change), throwOnError: false });
  const [isReplacing, setReplacing] = useState(false);
  const hasBroken = testedUses?.some(({ problem }) => problem) ?? false;
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
      okButtonProps={{ danger: true, disabled: !testedUses && !error }}
      onOk={handleYes}
      onCancel={onClose}
    >
      <p className={style['note']}>{text}</p>
      {!testedUses && !error && <Spin delay={300} description={t('dataset.use.trying')} />}
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {testedUses && <Impact testedUses={testedUses} />}
      {hasBroken && !('metric' in change) && (
        <Button onClick={() => setReplacing(true)}>
          {t('column' in change ? 'remap.openColumn' : 'remap.openDataset')}
        </Button>
      )}
      <Suspense>
        {isReplacing && (
          <RemapDialog
            dataset={dataset}
            {...('column' in change && { column: change.column })}
            onClose={() => setReplacing(false)}
          />
        )}
      </Suspense>
    </Modal>
  );
}

function Impact({ testedUses }: { testedUses: TestedDependent[] }): ReactNode {
  const { t } = useTranslation();
  const broken = testedUses.filter(({ problem }) => problem);
  const reasons = new Set(broken.map(({ problem }) => problem!.message));
  if (testedUses.length === 0) return <p>{t('dataset.use.title')}</p>;
  return (
    <>
      <p>{t('dataset.use.usedBy', { counts: countsText(testedUses, t) })}</p>
      {broken.length === 0 ? (
        <p>{t('dataset.use.allFine')}</p>
      ) : (
        <>
          <p className={style['broken']}>
            <b>{t('dataset.use.broken', { counts: countsText(broken, t) })}</b>
          </p>
          {reasons.size === 1 && <p className={style['reason']}>{[...reasons][0]}</p>}
          <Dependents dependents={broken} hasReasons={reasons.size > 1} />
        </>
      )}
    </>
  );
}
