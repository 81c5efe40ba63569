import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { LabelProposal } from '#contract/value-labels/routes.ts';
import { columnLabel } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './ValueLabels.module.css';

/** Offers to use a pair of columns with the same values in both languages as labels. */
export function LabelProposals({ dataset }: { dataset: Dataset }) {
  const { data: proposals = [] } = useQuery({
    queryKey: ['dataset', dataset.id, 'labels', 'proposals', dataset.version],
    queryFn: ({ signal }) => call('GET /datasets/:id/labels/proposals', { id: dataset.id }, signal),
    staleTime: 60_000,
    // A proposal is a convenience: without it, labels can still be set manually.
    throwOnError: false,
    retry: false,
  });
  return proposals.map((each) => <Proposal key={each.chinese} dataset={dataset} proposal={each} />);
}

function Proposal({ dataset, proposal: { chinese, english } }: { dataset: Dataset; proposal: LabelProposal }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id } = dataset;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const save = (column: string, source: { en_US: string | null; zh_CN: string | null }) =>
        call('PUT /datasets/:id/columns/:column/labels', { id, column, labels: { kind: 'columns', source } });
      await save(chinese, { en_US: english, zh_CN: null });
      await save(english, { en_US: null, zh_CN: chinese });
    },
    onSuccess: () => toast('success', t('common.saved')),
    onError: toastProblem,
    onSettled: waitForRefetches,
  });
  const names = { chinese: columnLabel(dataset, chinese, language), english: columnLabel(dataset, english, language) };
  return (
    <Alert
      type="info"
      showIcon
      title={
        <div className={style['proposal']}>
          <span>{t('valueLabels.proposal', names)}</span>
          <Button size="small" loading={isPending} onClick={() => mutate()}>
            {t('valueLabels.accept')}
          </Button>
        </div>
      }
      style={{ marginBottom: 16 }}
    />
  );
}
