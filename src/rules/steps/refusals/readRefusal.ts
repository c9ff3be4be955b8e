import type { Refusal } from '../../../model/failure/refusal';
import { withoutEscapes } from '../../output/outputLines';
import type { ExternalCause } from '../results/findExternalCause';
import { toQuote } from '../shown/toQuote';
import { readRefusedAction } from './readRefusedAction';
import { stripWrappers } from '../results/classifyResult';
import type { Step } from '../../../model/steps/step';

/** Characters of a refusal that are kept. */
const MAX_WORDS = 200;
/** The host of an address, and its port. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/@]{1,100}@)?([\w.-]{1,250}(?::\d{1,5})?)/;
/** What an agent tells its model besides, or prints of its rules. */
const TRAILER = /\s{1,5}(?:IMPORTANT:|Here are\b|\[\{")[^]*$/;
/** Characters of a result that are read for them. */
const MAX_READ = 2_000;

/** The refusal of a call by what its result says. */
export function readRefusal(
  { by, failure, text }: ExternalCause,
  call: Pick<Step, 'tool' | 'args'>,
): Refusal {
  const refused = { by, tool: toQuote(call.tool), action: readRefusedAction(call) };
  if (failure === undefined) return { ...refused, kind: 'permission', words: readFirstLine(text) };
  const { kind, message: words } = failure;
  const subject = failure.subject ?? findHost(kind, call.args);
  return { ...refused, kind, words, ...(subject === undefined ? {} : { subject }) };
}

/** A service that does not say who it is was asked by its address. */
function findHost(kind: Refusal['kind'], args: string): string | undefined {
  const isService = kind !== 'permission' && kind !== 'disk_full';
  return isService ? ADDRESS.exec(args)?.[1] : undefined;
}

function readFirstLine(text: string): string {
  const said = stripWrappers(withoutEscapes(text.slice(0, MAX_READ)));
  const [line = ''] = said.split('\n', 1);
  return toQuote(line.replace(TRAILER, ''), MAX_WORDS);
}
