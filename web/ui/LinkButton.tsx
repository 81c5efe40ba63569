import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

/** An internal link that looks like a button. */
export function LinkButton({
  to,
  primary = false,
  small = false,
  icon,
  children,
}: {
  to: string;
  primary?: boolean;
  small?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  const href = useHref(to);
  const handleClick = useLinkClickHandler(to);
  return (
    <Button
      size={small ? 'small' : 'medium'}
      type={primary ? 'primary' : 'default'}
      icon={icon}
      href={href}
      onClick={(event) => handleClick(event as React.MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  );
}
