import Popover from 'antd/es/popover';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

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
  // Letters that come before the panel does are meant for its field, not for the keys of the page.
  const typed = useRef('');
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!isOpen || key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    typed.current += key;
  };
  const takeTyped = () => {
    const text = typed.current;
    typed.current = '';
    return text;
  };
  const change = (open: boolean) => {
    setOpen(open);
    typed.current = '';
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
      content={<Panel onClose={close} renderPanel={renderPanel} takeTyped={takeTyped} />}
    >
      <span ref={opener} className={style['opener']} data-open={isOpen} onKeyDown={handleKeyDown}>
        {children(isOpen)}
      </span>
    </Popover>
  );
}

type PanelProps = Pick<Props, 'renderPanel'> & { onClose: () => void; takeTyped: () => string };

function Panel({ renderPanel, onClose, takeTyped }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
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
      <Suspense fallback={<div className={style['loading']} aria-busy />}>
        {renderPanel(onClose)}
        <FirstFocus panel={panel} takeTyped={takeTyped} />
      </Suspense>
    </div>
  );
}

const first = '[autofocus], input:not([type=hidden]), [aria-pressed=true], [aria-checked=true], button, select';

type FirstProps = { panel: RefObject<HTMLDivElement | null>; takeTyped: () => string };

/** Gives the focus to the first thing in a panel as soon as it is there: what is typed from then on must not be lost. */
function FirstFocus({ panel, takeTyped }: FirstProps): null {
  const typed = useEffectEvent(takeTyped);
  useLayoutEffect(() => {
    const find = (wanted: string) => panel.current?.querySelector<HTMLElement>(wanted);
    const take = () => {
      const wanted = find('[data-first]') ?? find(first);
      // A panel is measured before it is placed: the page must not jump to where it was.
      wanted?.focus({ preventScroll: true });
      if (wanted instanceof HTMLInputElement && wanted === document.activeElement) writeInto(wanted, typed());
    };
    take();
    // One that is still hidden cannot have it.
    if (panel.current?.contains(document.activeElement)) return undefined;
    const frame = requestAnimationFrame(take);
    return () => cancelAnimationFrame(frame);
  }, [panel]);
  return null;
}

/** As if it had been typed there. */
function writeInto(field: HTMLInputElement, text: string): void {
  if (text === '' || !['text', 'search'].includes(field.type)) return;
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
