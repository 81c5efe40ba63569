const intervalMs = 300;

/** Throttles progress messages: sends the latest one every `intervalMs`, and none before that. */
export function throttleProgress<Progress>(send: (progress: Progress) => unknown): {
  report: (progress: Progress) => void;
  end: () => void;
} {
  let latest: Progress | undefined;
  const timer = setInterval(() => {
    if (latest !== undefined) send(latest);
    latest = undefined;
  }, intervalMs);
  return { report: (progress) => (latest = progress), end: () => clearInterval(timer) };
}
