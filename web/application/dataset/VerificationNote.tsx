import { EditOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { VerifiedIcon, verifiedByText } from '#web/ui/VerifiedMark.tsx';
import { VerificationDialog } from './VerificationDialog.tsx';
import style from './VerificationNote.module.css';

/** The mark of a verified dataset: who set it, when and why. */
export function VerificationNote({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const mayEdit = useMayEdit(dataset.applicationId);
  const [isOpen, setOpen] = useState(false);
  const { verification } = dataset;
  return (
    <>
      {verification && (
        <div className={style['verification']}>
          <VerifiedIcon verification={verification} />
          <span dir="auto">{verifiedByText(verification, t)}</span>
          <small>
            <Moment at={verification.at} />
            {mayEdit && (
              <Button
                size="small"
                type="text"
                icon={<EditOutlined aria-hidden />}
                aria-label={t('verification.edit')}
                title={t('verification.edit')}
                onClick={() => setOpen(true)}
              />
            )}
          </small>
          {verification.note && <p dir="auto">{verification.note}</p>}
        </div>
      )}
      {isOpen && <VerificationDialog dataset={dataset} onClose={() => setOpen(false)} />}
    </>
  );
}
