import Popover from 'antd/es/popover';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

import style from './Pop.module.css';

type Props = {
  children: (isOpen: boolean) => ReactElement;
  /** What is in the panel; it can close it. */
  renderPanel: (close: () => void) => ReactNode;
  isOpenFirst?: boolean;
  onClose?: () => void;
};

/** A small panel below what opens it: takes the focus, gives it back, goes away with Escape. */
export function Pop({ children, renderPanel, isOpenFirst = false, onClose }: Props) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const opener = useRef<HTMLSpanElement>(null);
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) onClose?.();
  };
  const close = () => {
    change(false);
    opener.current?.querySelector('button')?.focus();
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      content={<Panel onClose={close} renderPanel={renderPanel} />}
    >
      <span ref={opener} className={style['opener']} data-open={isOpen}>
        {children(isOpen)}
      </span>
    </Popover>
  );
}

function Panel({ renderPanel, onClose }: Pick<Props, 'renderPanel'> & { onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = '[autofocus], input:not([type=hidden]), [aria-pressed=true], [aria-checked=true], button, select';
    const wanted =
      panel.current?.querySelector<HTMLElement>('[data-first]') ?? panel.current?.querySelector<HTMLElement>(first);
    // A panel is measured before it is placed: the page must not jump to where it was.
    requestAnimationFrame(() => wanted?.focus({ preventScroll: true }));
  }, []);
  return (
    <div
      ref={panel}
      className={style['panel']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {renderPanel(onClose)}
    </div>
  );
}
