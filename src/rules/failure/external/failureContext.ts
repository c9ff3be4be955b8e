import { isOwnHost } from './patterns/isOwnHost';

/** Resolvers of names on this machine have other addresses. */
const THIS_MACHINE =
  /(?:^|[^\w.-])(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?=:\d|[/"'`),;\s]|$)/i;
/** Frames and messages of libraries that play services in tests. */
const MOCK =
  /unittest[/\\]mock\.py|\braise effect$|\bnock\b|\bmsw\b|node_modules[/\\](?:sinon|jest-mock|axios-mock-adapter|fetch-mock|undici[/\\]lib[/\\]mock)|\b(?:respx|httpretty|requests_mock|pytest_httpx|vcr|moto|wiremock|mockserver|mockwebserver|httptest)\b|[/\\]responses[/\\]__init__\.py/i;
const ADDRESS = /https?:\/\/(?:[^\s/@]{1,100}@)?([\w.-]{0,250}\w(?::\d{1,5})?)[^\s"'`<>)]{0,500}/i;
/** Addresses that a message only refers to. */
const READING =
  /^(?:docs?|help|support|developer|errors?|aka|status|learn|community|bugs|wiki)\.|^(?:stackoverflow|github)\.com$|^aka\.ms$/i;
/** A line that refers the reader to an address. */
const REFERS =
  /\b(?:see|details|more info\w*|visit|refer|read|learn|documentation|report|issues?)\b/i;
/** Lines around a failure in which its address is looked for. */
const BESIDE = 8;
/** Maximum number of characters of a line that are searched. */
const LINE = 1_000;

/** The text around the failures of an output, searched only when a rule asks. */
export class FailureContext {
  private ownMachine: boolean | undefined;
  private mocked: boolean | undefined;
  private readonly addresses = new Map<string, string | undefined>();

  /** `from`: index of the first line that may matter. */
  constructor(
    private readonly lines: readonly string[],
    private readonly from: number,
  ) {}

  /** Whether a line names an address of this machine, where something of the project may run. */
  get runsHere(): boolean {
    this.ownMachine ??= this.some(THIS_MACHINE);
    return this.ownMachine;
  }

  /** Whether a line shows a library that plays services in tests. */
  get isMocked(): boolean {
    this.mocked ??= this.some(MOCK);
    return this.mocked;
  }

  /** The host of the nearest address beside a line; undefined without one, and for one of the project's own. */
  addressBeside(at: number): string | undefined {
    for (let distance = 0; distance <= BESIDE; distance += 1) {
      for (const line of [this.lines[at - distance], this.lines[at + distance]]) {
        const host = line === undefined ? undefined : this.addressIn(line);
        if (host !== undefined) return isOwnHost(host) ? undefined : host;
      }
    }
    return undefined;
  }

  private addressIn(line: string): string | undefined {
    if (!this.addresses.has(line)) this.addresses.set(line, findAddress(line.slice(0, LINE)));
    return this.addresses.get(line);
  }

  private some(pattern: RegExp): boolean {
    return this.lines.slice(this.from).some((line) => pattern.test(line.slice(0, LINE)));
  }
}

function findAddress(line: string): string | undefined {
  const host = ADDRESS.exec(line)?.[1];
  return host === undefined || READING.test(host) || REFERS.test(line.replace(ADDRESS, ''))
    ? undefined
    : host;
}
