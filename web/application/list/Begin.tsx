import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { applicationsQuery } from '#web/http/applications.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useElapsed } from '../elapsed.ts';
import { loadSample } from '../sample.ts';
import { FilePicker } from '../upload/FilePicker.tsx';
import style from './Begin.module.css';
import { EventsDialog } from './EventsDialog.tsx';
import { EventPicture, FilePicture, SamplePicture } from './pictures.tsx';

/** The three ways to begin: drop a file, push an event, try the sample. */
export function Begin() {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const { load, isLoading } = useSample();
  const elapsed = useElapsed(isLoading);
  return (
    <div className={style['ways']}>
      <FilePicker>{(pick) => <Way name="file" picture={<FilePicture />} onClick={pick} />}</FilePicker>
      <Way name="event" picture={<EventPicture />} onClick={() => setNaming(true)} />
      <Way
        name="sample"
        picture={<SamplePicture />}
        onClick={load}
        busy={isLoading ? t('application.begin.sample.busy') + elapsed : ''}
      />
      {isNaming && <EventsDialog onClose={() => setNaming(false)} />}
    </div>
  );
}

type WayProps = { name: string; picture: ReactNode; onClick: () => void; busy?: string };

function Way({ name, picture, onClick, busy = '' }: WayProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={style['way']} onClick={onClick} disabled={busy !== ''} aria-busy={busy !== ''}>
      <span className={style['picture']} aria-hidden>
        {picture}
      </span>
      <strong>{t(`application.begin.${name}.title`)}</strong>
      <span role={busy ? 'status' : undefined}>{busy || t(`application.begin.${name}.text`)}</span>
    </button>
  );
}

/** Loads the sample, then shows it. */
function useSample() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: loadSample,
    onSuccess: async (place) => {
      void queries.invalidateQueries({ queryKey: applicationsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
      await navigate(place);
    },
    onError: toastProblem,
  });
  return { load: () => mutate(), isLoading: isPending };
}
