import Button from 'antd/es/button';

import { message } from './messages.tsx';

/** How long one has to change one's mind, in seconds. */
const patience = 8;

type Done = { text: string; undo: string; onUndo: () => void };

/** Says what was done, with a way back. */
export function offerUndo({ text, undo, onUndo }: Done): void {
  const handleUndo = () => {
    close();
    onUndo();
  };
  const close = message.open({
    type: 'success',
    duration: patience,
    content: (
      <>
        {text}{' '}
        <Button type="link" size="small" onClick={handleUndo}>
          {undo}
        </Button>
      </>
    ),
  });
}
