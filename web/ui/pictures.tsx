/** Illustrations for empty pages, in the colours of the theme. */
const frame = { fill: 'var(--page)', stroke: 'var(--border)', strokeWidth: 1.5 };
const quiet = { fill: 'none', stroke: 'var(--border)', strokeWidth: 2, strokeLinecap: 'round' as const };
const brand = {
  fill: 'none',
  stroke: 'var(--brand)',
  strokeWidth: 2.5,
  strokeLinecap: 'round' as const,
  strokeLinejoin: 'round' as const,
};

/** Dashboard cards: a number, a line, bars and a ring. */
export function BoardPicture() {
  return (
    <svg viewBox="0 0 320 180">
      <rect x="8" y="8" width="96" height="72" rx="8" {...frame} />
      <rect x="112" y="8" width="200" height="72" rx="8" {...frame} />
      <rect x="8" y="88" width="192" height="84" rx="8" {...frame} />
      <rect x="208" y="88" width="104" height="84" rx="8" {...frame} />
      <path d="M24 32h40" {...quiet} />
      <path d="M24 54h28" {...brand} strokeWidth={8} />
      <path d="M126 62c20 0 24-30 44-30s24 16 44 16 24-28 44-28 24 10 40 6" {...brand} />
      {[104, 84, 62, 44].map((width, index) => (
        <path
          key={width}
          d={`M24 ${106 + index * 16}h${width}`}
          stroke="var(--brand)"
          strokeWidth={8}
          strokeLinecap="round"
          opacity={1 - index * 0.22}
        />
      ))}
      <circle cx="260" cy="130" r="24" {...quiet} strokeWidth={9} />
      <path d="M260 106a24 24 0 0 1 20 37" {...brand} strokeWidth={9} strokeLinecap="butt" />
    </svg>
  );
}

/** A file, an event and a database flowing into one table. */
export function InflowPicture() {
  return (
    <svg viewBox="0 0 320 180">
      <rect x="12" y="12" width="60" height="44" rx="8" {...frame} />
      <path d="M26 28h32M26 40h20" {...quiet} />
      <rect x="12" y="68" width="60" height="44" rx="8" {...frame} />
      <path d="m44 78-8 13h12l-8 13" {...brand} strokeWidth={2} />
      <rect x="12" y="124" width="60" height="44" rx="8" {...frame} />
      <path d="M28 138c0-3 6-5 14-5s14 2 14 5-6 5-14 5-14-2-14-5v16c0 3 6 5 14 5s14-2 14-5v-16" {...quiet} />
      <path
        d="M80 34c40 0 36 56 76 56M80 90h76M80 146c40 0 36-56 76-56"
        {...brand}
        strokeWidth={2}
        strokeDasharray="1 7"
      />
      <rect x="168" y="24" width="140" height="132" rx="8" {...frame} />
      <path d="M168 52h140" stroke="var(--border)" strokeWidth={1.5} />
      <path d="M182 38h24M226 38h24M270 38h24" {...brand} strokeWidth={4} />
      {[68, 88, 108, 128].map((y) => (
        <path key={y} d={`M182 ${y}h28M226 ${y}h18M270 ${y}h24`} {...quiet} strokeWidth={4} />
      ))}
    </svg>
  );
}

/** A line that leads nowhere. */
export function LostPicture() {
  return (
    <svg viewBox="0 0 320 140">
      <path d="M16 124h288M16 124V16" {...quiet} />
      <path d="M24 104c28 0 34-52 62-52s30 34 58 34" {...brand} />
      <path d="M144 86c30 0 36-40 64-40" {...brand} strokeDasharray="2 9" />
      <circle cx="226" cy="40" r="9" {...quiet} />
      <path d="M256 70c0-22 32-22 32-2 0 14-16 12-16 24" {...quiet} strokeWidth={4} />
      <circle cx="272" cy="106" r="3" fill="var(--border)" />
    </svg>
  );
}

/** A line that continues behind a lock. */
export function ClosedPicture() {
  return (
    <svg viewBox="0 0 320 140">
      <path d="M16 124h288M16 124V16" {...quiet} />
      <path d="M24 104c28 0 34-52 62-52s26 30 50 34" {...brand} />
      <path d="M216 62c20-22 30-26 72-28" {...brand} opacity={0.25} />
      <path d="M160 66V52a16 16 0 0 1 32 0v14" {...quiet} strokeWidth={4} />
      <rect x="148" y="66" width="56" height="42" rx="8" {...frame} />
      <circle cx="176" cy="87" r="5" fill="var(--border)" />
    </svg>
  );
}

/** A line with a gap. */
export function BrokenPicture() {
  return (
    <svg viewBox="0 0 320 140">
      <path d="M16 124h288M16 124V16" {...quiet} />
      <path d="M24 100c24 0 30-44 54-44s26 26 48 26" {...brand} />
      <path d="M196 70c24 0 30-34 54-34s26 20 46 20" {...brand} opacity={0.45} />
      <path d="m150 66 20 20m0-20-20 20" stroke="var(--bad)" strokeWidth={3} strokeLinecap="round" />
    </svg>
  );
}
