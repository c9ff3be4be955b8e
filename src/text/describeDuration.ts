import { countOf } from './count';

/** Milliseconds in a sentence: "0.4 s", "12.1 s", "3 min 4 s", "2 h", "3 days 4 h"; two units at most. */
export function describeDuration(ms: number): string {
  if (ms < 59_950) return `${Math.round(Math.max(0, ms) / 100) / 10} s`;
  return inUnits(Math.round(ms / 1_000));
}

/** Milliseconds that have passed or are left, in whole seconds: "12 s", "3 min 4 s", "2 h", "3 days 4 h". */
export function describeElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : inUnits(seconds);
}

/** Milliseconds in a column of a terminal: `0.4s`, `12.1s`, `3m 04s`, `1h 02m`, `3d 04h`. */
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
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return join(countOf(Math.floor(hours / 24), 'day'), hours % 24, 'h');
  return hours > 0
    ? join(`${hours} h`, minutes % 60, 'min')
    : join(`${minutes} min`, seconds % 60, 's');
}

function join(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}

function inCompactUnits(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`;
  return `${hours}h ${twoDigits(minutes % 60)}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
