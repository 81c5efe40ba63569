import { Link } from 'react-router';

import style from './Logo.module.css';

/** The logo, the same in both languages, linking to the start. */
export function Logo() {
  return (
    <Link to="/" className={style['logo']} aria-label="数据 Shuju">
      <img src="/assets/mark.svg" alt="" width={24} height={24} />
      <span>数据</span>
    </Link>
  );
}
