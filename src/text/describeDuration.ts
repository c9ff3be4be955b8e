/** Milliseconds in a sentence: "0.4 s", "12.1 s", "3 min 4 s", "2 h"; two units at most. */
export function describeDuration(ms: number): string {
  if (ms < 59_950) return `${Math.round(Math.max(0, ms) / 100) / 10} s`;
  return inUnits(Math.round(ms / 1_000));
}

/** Milliseconds that have passed or are left, in whole seconds: "12 s", "3 min 4 s", "2 h". */
export function describeElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : inUnits(seconds);
}

/** Milliseconds in a column of a terminal: `0.4s`, `12.1s`, `3m 04s`, `1h 02m`. */
export function compactDuration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)}s`;
  return inCompactUnits(Math.round(ms / 1_000));
}

/** As `describeElapsed`, in a column of a terminal: `12s`, `3m 04s`, `1h 02m`. */
export function compactElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 60 ? `${seconds}s` : inCompactUnits(seconds);
}

function inUnits(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [large, largeUnit, small, smallUnit] =
    minutes < 60
      ? [minutes, 'min', seconds % 60, 's']
      : [Math.floor(minutes / 60), 'h', minutes % 60, 'min'];
  return `${large} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}

function inCompactUnits(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
