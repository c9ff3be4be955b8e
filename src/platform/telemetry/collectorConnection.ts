import type { Agent as HttpAgent } from 'node:http';
import {
  getSharedConfigurationFromEnvironment,
  httpAgentFactoryFromOptions,
  type createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http';
import type { SignalSettings } from './signalSettings';

type HttpOptions = Parameters<typeof createOtlpHttpExportDelegate>[0];

/** Milliseconds that one request may take where the user sets no other limit. */
const TIMEOUT_MS = 10_000;
/** Requests at the same time, at most. */
const MAX_REQUESTS = 30;

/** The connections to the address of one signal. */
export class CollectorConnection {
  /** For the library. */
  readonly options: HttpOptions;
  private readonly agents: HttpAgent[] = [];
  private giveUp: (() => void) | undefined;

  constructor(
    { signal, url, protocol, headers, tls }: SignalSettings,
    private readonly fail: (error: unknown) => void,
  ) {
    const shared = getSharedConfigurationFromEnvironment(signal);
    const create = httpAgentFactoryFromOptions({ keepAlive: true, ...tls });
    const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
    this.options = {
      url,
      // A copy each time: the library adds to it.
      headers: () => Promise.resolve({ ...headers, 'Content-Type': type }),
      timeoutMillis: shared.timeoutMillis ?? TIMEOUT_MS,
      compression: shared.compression ?? 'none',
      concurrencyLimit: MAX_REQUESTS,
      agentFactory: async (scheme) => this.watched(await create(scheme)),
    };
  }

  /** From now on a connection that cannot be made is not tried again: reports it and resolves. */
  whenBroken(): Promise<void> {
    return new Promise((resolve) => (this.giveUp = resolve));
  }

  /** Ends requests that run. */
  cut(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private watched(agent: HttpAgent): HttpAgent {
    this.agents.push(agent);
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (...about) => {
      let isConnected = false;
      const socket = connect(...about);
      return socket
        ?.once('connect', () => (isConnected = true))
        .once('error', (error: Error) => {
          // A connection that was open before and is lost is opened again.
          if (isConnected || this.giveUp === undefined) return;
          this.fail(error);
          this.giveUp();
        });
    };
    return agent;
  }
}
