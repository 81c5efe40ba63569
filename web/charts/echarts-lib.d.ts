// ECharts declares no types for the modules that register themselves.
declare module 'echarts/lib/*';
