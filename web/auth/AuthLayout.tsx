import type { ReactNode } from 'react';

import { Banners } from '#web/ui/Banners.tsx';
import { LanguageSelector } from '#web/ui/LanguageSelector.tsx';
import style from './AuthLayout.module.css';

/** A centred card in front of a decorative background. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Banners />
      <div className={style['stage']}>
        <Motif />
        <main className={style['card']} data-testid="auth-card" tabIndex={-1}>
          <div className={style['brand']}>
            <img src="/assets/mark.svg" alt="" width={32} height={32} />
            <span>数据</span>
            <div className={style['language']}>
              <LanguageSelector border={false} />
            </div>
          </div>
          {children}
        </main>
      </div>
    </>
  );
}

// A fixed series with growth, seasonal and weekly cycles.
const heightAt = (x: number) => {
  const season = Math.sin(x / 228) * 46;
  const week = Math.sin((x * 2 * Math.PI) / 168) * 16;
  return 470 + x * 0.142 + season + week;
};
const positionsEvery = (step: number) => Array.from({ length: 1440 / step + 1 }, (_, index) => index * step);
const points = positionsEvery(6).map((x) => `${x},${(900 - heightAt(x)).toFixed(1)}`);
const bars = positionsEvery(24).map((x) => ({ x: x - 5, height: heightAt(x) * 0.34 }));

/** Decorative background: a line over bars, light enough to stay behind the card. */
function Motif() {
  return (
    <svg className={style['motif']} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {[180, 360, 540, 720].map((y) => (
        <line key={y} x1={0} x2={1440} y1={y} y2={y} className={style['grid']} />
      ))}
      {bars.map(({ x, height }) => (
        <rect key={x} x={x} y={900 - height} width={10} height={height} rx={3} className={style['bar']} />
      ))}
      <polygon points={`0,900 ${points.join(' ')} 1440,900`} className={style['area']} />
      <polyline points={points.join(' ')} className={style['line']} />
    </svg>
  );
}
