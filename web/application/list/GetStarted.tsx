import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { connectRightsQuery } from '#web/http/connections.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useElapsed } from '../elapsed.ts';
import { loadSample } from '../sample.ts';
import { FilePicker } from '../upload/FilePicker.tsx';
import style from './Begin.module.css';
import { EventsDialog } from './EventsDialog.tsx';
import { DatabasePicture, EventPicture, FilePicture, SamplePicture, WebPicture } from './pictures.tsx';

/**
 * The ways to get started: drop a file, load one from the web, push an event, connect a database, try the sample. New
 * applications are created in the folder.
 */
export function GetStarted({ folder = null }: { folder?: string | null }) {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const navigate = useNavigate();
  const { load, isLoading } = useLoadSample();
  const elapsed = useElapsed(isLoading);
  const query = folder === null ? '' : `?folder=${folder}`;
  return (
    <div className={style['begin']}>
      <div className={style['ways']}>
        <FilePicker folder={folder}>
          {(pick) => <StartOption name="file" picture={<FilePicture />} onClick={pick} />}
        </FilePicker>
        <StartOption name="web" picture={<WebPicture />} onClick={() => void navigate(`/application/web${query}`)} />
        <StartOption name="event" picture={<EventPicture />} onClick={() => setNaming(true)} />
        <ConnectOption query={query} />
        <StartOption
          name="sample"
          picture={<SamplePicture />}
          onClick={load}
          busy={isLoading ? t('application.begin.sample.busy') + elapsed : ''}
        />
      </div>
      {isNaming && <EventsDialog folder={folder} onClose={() => setNaming(false)} />}
    </div>
  );
}

/** Opens the connection form; disabled for editors who may not connect databases. */
function ConnectOption({ query }: { query: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: rights } = useQuery({ ...connectRightsQuery, throwOnError: false });
  return (
    <StartOption
      name="connect"
      picture={<DatabasePicture />}
      onClick={() => void navigate(`/application/connect${query}`)}
      obstacle={rights?.mayConnect === false ? t('application.begin.connect.notAllowed') : ''}
    />
  );
}

type StartOptionProps = {
  name: string;
  picture: ReactNode;
  onClick: () => void;
  busy?: string;
  /** Why it is disabled. */
  obstacle?: string;
};

function StartOption({ name, picture, onClick, busy = '', obstacle = '' }: StartOptionProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={style['way']}
      onClick={onClick}
      disabled={busy !== '' || obstacle !== ''}
      aria-busy={busy !== ''}
    >
      <span className={style['picture']} aria-hidden>
        {picture}
      </span>
      <strong>{t(`application.begin.${name}.title`)}</strong>
      <span role={busy ? 'status' : undefined}>{busy || obstacle || t(`application.begin.${name}.text`)}</span>
    </button>
  );
}

/** Loads the sample and opens it. */
function useLoadSample() {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: loadSample,
    onSuccess: (path) => navigate(path),
    onError: toastProblem,
  });
  return { load: () => mutate(), isLoading: isPending };
}
