import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { hasFiles } from '#web/shell/file-drops.ts';
import style from './DropArea.module.css';
import { type UploadTarget, useUpload } from './start-upload.ts';

/** Accepts files dropped anywhere in the window. */
export function DropArea(target: UploadTarget) {
  const { t } = useTranslation();
  const upload = useUpload(target);
  const isOver = useDrop(upload);
  if (!isOver) return null;
  return (
    <div className={style['overlay']} aria-hidden>
      <div>
        <strong>{t('upload.drop')}</strong>
        <span>{t('upload.kinds')}</span>
      </div>
    </div>
  );
}

/** Whether files are dragged over the window; `onDrop` gets the dropped ones. */
function useDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering a child fires leave on its parent, so the depth is counted.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      depth += event.type === 'dragenter' ? 1 : 0;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (hasFiles(event)) depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      onDrop([...event.dataTransfer!.files]);
    };
    const handlers = { dragenter: enter, dragover: enter, dragleave: leave, drop };
    for (const [name, handle] of Object.entries(handlers)) window.addEventListener(name, handle as EventListener);
    return () => {
      for (const [name, handle] of Object.entries(handlers)) window.removeEventListener(name, handle as EventListener);
    };
  }, [onDrop]);
  return isOver;
}
