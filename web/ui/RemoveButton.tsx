import Button from 'antd/es/button';

import { confirmDanger, type ConfirmOptions } from './confirm.ts';

/** A red button that asks for confirmation first. */
export function RemoveButton({ small = false, ...options }: ConfirmOptions & { small?: boolean }) {
  return (
    <Button size={small ? 'small' : 'medium'} danger onClick={() => void confirmDanger(options)}>
      {options.yes}
    </Button>
  );
}
