import { useMutation } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Slider from 'antd/es/slider';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';

import type { Me } from '#contract/accounts/routes.ts';
import { sendAvatar } from '#web/http/avatar.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './AvatarPanel.module.css';

const sidePixels = 512;

/** Crops an avatar and uploads it. */
export function CropDialog({
  file,
  onDone,
  onClose,
}: {
  file: File;
  onDone: (member: Me) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const url = useObjectUrl(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  useReturnFocus();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => sendAvatar(await cropImage(file, area!)),
    onSuccess: (member) => {
      onDone(member);
      onClose();
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={460}
      title={t('account.profile.crop')}
      okText={t('common.save')}
      okButtonProps={{ disabled: !area }}
      confirmLoading={isPending}
      mask={{ closable: false }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['stage']}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={5}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <div className={style['zoom']}>
        <span id="zoom">{t('account.profile.zoom')}</span>
        <Slider
          ariaLabelledByForHandle="zoom"
          min={1}
          max={5}
          step={0.05}
          value={zoom}
          tooltip={{ open: false }}
          onChange={setZoom}
        />
      </div>
    </Modal>
  );
}

function useObjectUrl(file: File): string {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}

/** The selected area as a PNG. */
async function cropImage(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(sidePixels, sidePixels);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, sidePixels, sidePixels);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
