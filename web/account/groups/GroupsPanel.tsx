import { useMutation, useQuery } from '@tanstack/react-query';
import { PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedMember } from '#contract/accounts/routes.ts';
import type { MemberGroup } from '#contract/groups/routes.ts';
import { call } from '#web/http/client.ts';
import { groupsQuery } from '#web/http/groups.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { RemoveButton } from '#web/ui/RemoveButton.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';

const GroupDialog = lazy(() => import('./GroupDialog.tsx').then((module) => ({ default: module.GroupDialog })));

/** Groups of members, for row rules. */
export function GroupsPanel({ members }: { members: ListedMember[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: groups } = useQuery(groupsQuery);
  const [edited, setEdited] = useState<MemberGroup | 'new'>();
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: MemberGroup) => call('DELETE /groups/:id', { id }),
    onError: toastProblem,
  });
  const namesOf = (group: MemberGroup) =>
    members
      .filter(({ id }) => group.members.includes(id))
      .map(({ name }) => name)
      .join(language === 'zh_CN' ? '、' : ', ');
  const columns = [
    { title: t('groups.name'), dataIndex: 'name', render: clip },
    { title: t('groups.description'), dataIndex: 'description', render: (text: string) => clip(text || '-') },
    { title: t('groups.members'), key: 'members', render: (group: MemberGroup) => clip(namesOf(group) || '-') },
    {
      ...actionColumn,
      render: (group: MemberGroup) => (
        <RowActions>
          <Button size="small" onClick={() => setEdited(group)}>
            {t('groups.edit')}
          </Button>
          <RemoveButton
            small
            title={t('groups.removeTitle', { name: group.name })}
            text={t('groups.removeText')}
            yes={t('groups.remove')}
            onYes={() => remove(group)}
          />
        </RowActions>
      ),
    },
  ];
  const addButton = (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
      {t('groups.add')}
    </Button>
  );
  return (
    <Panel title={t('groups.title')} extra={addButton}>
      <DataTable rows={groups} columns={columns} empty={t('groups.none')} />
      <Suspense>
        {edited && (
          <GroupDialog
            group={edited === 'new' ? undefined : edited}
            members={members}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
