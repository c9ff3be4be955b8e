import type { Agent } from './agent';
import type { RunObserver } from './runObserver';

/** Sends what one run does to the user's collector. No method throws, and only `close` waits. */
export interface RunTelemetry extends Pick<RunObserver, 'onEvent' | 'onPhase'> {
  /** The same agent, each of its calls and their tool calls observed. */
  watch(agent: Agent): Agent;
  /** Sends the rest; resolves within a few seconds, whatever the collector does. */
  close(): Promise<void>;
}

/** The user's telemetry. */
export interface Telemetry {
  /**
   * Begins to observe a run; undefined where the user has not asked for it. `warn` is told once why something cannot be
   * sent. Never rejects.
   */
  begin(warn: (message: string) => void): Promise<RunTelemetry | undefined>;
}

/** For what runs without telemetry. */
export const NO_TELEMETRY: Telemetry = { begin: () => Promise.resolve(undefined) };
