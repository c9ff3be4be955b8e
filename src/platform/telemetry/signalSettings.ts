import { readFileSync } from 'node:fs';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';

/** What is sent to an address of its own. */
export type Signal = 'TRACES' | 'METRICS';

/** Where and how one signal is sent. */
export interface SignalSettings {
  readonly signal: Signal;
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** May hold secrets: never shown. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates for an `https` address; absent: those of the system. */
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer };
}

/** Settings of a signal; `off`: it is not wanted; `problem`: why it cannot be sent, one sentence. */
export type SignalResult =
  | { readonly kind: 'on'; readonly settings: SignalSettings }
  | { readonly kind: 'off' }
  | { readonly kind: 'problem'; readonly message: string };

/** Reads the standard variables of a signal; its own come before those for all signals. */
export function readSignal(environment: NodeJS.ProcessEnv, signal: Signal): SignalResult {
  const read = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const own = `OTEL_EXPORTER_OTLP_${signal}_`;
  const either = (name: string): readonly [name: string, value: string] | undefined =>
    [`${own}${name}`, `OTEL_EXPORTER_OTLP_${name}`]
      .map((each) => [each, read(each) ?? ''] as const)
      .find(([, value]) => value !== '');

  const endpoint = either('ENDPOINT');
  const exporter = `OTEL_${signal}_EXPORTER`;
  const exporters = (read(exporter) ?? 'otlp').split(',').map((each) => each.trim());
  if (endpoint === undefined || exporters.includes('none')) return { kind: 'off' };
  if (!exporters.includes('otlp')) return unknown(exporter, exporters.join(), '`otlp` or `none`');

  const [endpointName, address] = endpoint;
  const url = toUrl(address, endpointName === `${own}ENDPOINT` ? '' : PATHS[signal]);
  // The address may hold a password: it is not repeated.
  if (url === undefined)
    return { kind: 'problem', message: `${endpointName} has to be an http or https address.` };

  const [protocolName, protocol] = either('PROTOCOL') ?? ['', 'http/protobuf'];
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return unknown(protocolName, protocol, '`http/protobuf` or `http/json`');

  const headers = {
    ...parseKeyPairsIntoRecord(read('OTEL_EXPORTER_OTLP_HEADERS')),
    ...parseKeyPairsIntoRecord(read(`${own}HEADERS`)),
  };
  try {
    const file = (name: string): Buffer | undefined => {
      const path = either(name)?.[1];
      return path === undefined ? undefined : readFileSync(path);
    };
    const [ca, cert, key] = [file('CERTIFICATE'), file('CLIENT_CERTIFICATE'), file('CLIENT_KEY')];
    const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
    return { kind: 'on', settings: { signal, url, protocol, headers, tls } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'problem', message: `A certificate for the collector cannot be read: ${why}` };
  }
}

const PATHS: Readonly<Record<Signal, string>> = { TRACES: 'v1/traces', METRICS: 'v1/metrics' };

function toUrl(address: string, path: string): string | undefined {
  const whole = path === '' ? address : `${address.replace(/\/$/, '')}/${path}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, href } = new URL(whole);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

function unknown(name: string, value: string, known: string): SignalResult {
  return { kind: 'problem', message: `${name} is ${value}; Devs knows ${known}.` };
}
