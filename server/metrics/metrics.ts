import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

type CountedRequest = { method: string; route: string; status: number; seconds: number };
type CountedQuery = { place: string; outcome: 'answered' | 'failed' | 'cached'; seconds: number };
type CountedEvents = { accepted: number; rejected: number; bytes: number };

/**
 * Measurements of this server for Prometheus. Labels are routes, kinds and outcomes: never names, ids or values of
 * people's data.
 */
export type Metrics = {
  countRequest: (request: CountedRequest) => void;
  countQuery: (query: CountedQuery) => void;
  countEvents: (events: CountedEvents) => void;
  countJobs: (queue: string, jobs: number) => void;
  /** A value that is read whenever metrics are collected. */
  addGauge: (name: string, help: string, read: () => number) => void;
  /** All metrics in the text format of Prometheus. */
  collect: () => Promise<{ type: string; text: string }>;
};

const requestSeconds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
const querySeconds = [0.01, 0.05, 0.2, 1, 5, 30, 120];

/** Opens the metrics. Those of the Node process have a constant small cost, so they are optional. */
export function openMetrics({ includesProcess }: { includesProcess: boolean }): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  if (includesProcess) collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'shuju_http_request_seconds',
    help: 'Time until a response was sent, by route. A stream ends with its page.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const queries = new Histogram({
    name: 'shuju_query_seconds',
    help: 'Time of a query including its wait, by where the rows are: files, or the kind of the connected database.',
    labelNames: ['place', 'outcome'],
    buckets: querySeconds,
    registers,
  });
  const events = new Counter({
    name: 'shuju_pushed_events_total',
    help: 'Pushed events that were stored, and those that were rejected.',
    labelNames: ['outcome'],
    registers,
  });
  const eventBytes = new Counter({
    name: 'shuju_pushed_bytes_total',
    help: 'Bytes of pushes that were stored.',
    registers,
  });
  const jobs = new Counter({
    name: 'shuju_jobs_total',
    help: 'Jobs that this server has taken: checks of alerts, emails of reports, messages to channels, extracts.',
    labelNames: ['queue'],
    registers,
  });
  return {
    countRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countQuery: ({ place, outcome, seconds }) => queries.observe({ place, outcome }, seconds),
    countEvents: ({ accepted, rejected, bytes }) => {
      events.inc({ outcome: 'accepted' }, accepted);
      events.inc({ outcome: 'rejected' }, rejected);
      eventBytes.inc(bytes);
    },
    countJobs: (queue, count) => jobs.inc({ queue }, count),
    addGauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      }),
    collect: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
}
