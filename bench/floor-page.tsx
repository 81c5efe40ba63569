import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The minimum that a page with a chart does: React fetches one response and draws one line.
use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

type FloorData = { days: string[]; amounts: number[] };

function FloorPage() {
  const container = useRef<HTMLDivElement>(null);
  const [data, setData] = useState<FloorData>();
  useEffect(() => {
    void fetch('/data.json').then(async (response) => setData((await response.json()) as FloorData));
  }, []);
  useEffect(() => {
    if (!data) return;
    const chart = init(container.current, null, { width: 900, height: 300 });
    chart.setOption({
      animation: false,
      tooltip: { trigger: 'axis' },
      grid: {},
      xAxis: { type: 'category', data: data.days },
      yAxis: {},
      series: [{ type: 'line', data: data.amounts }],
    });
    container.current!.dataset['drawn'] = 'line';
  }, [data]);
  return (
    <article aria-busy={!data}>
      <div ref={container} style={{ width: 900, height: 300 }} />
    </article>
  );
}

createRoot(document.getElementById('root')!).render(<FloorPage />);
