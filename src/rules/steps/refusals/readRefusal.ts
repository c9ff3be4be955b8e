import type { Refusal } from '../../../model/failure/refusal';
import { withoutEscapes } from '../../output/outputLines';
import type { ExternalCause } from '../results/findExternalCause';
import { toQuote } from '../text/toQuote';
import { readRefusedAction } from './readRefusedAction';
import { stripWrappers } from '../results/classifyResult';
import type { Step } from '../../../model/steps/step';

/** Maximum length of the quoted refusal. */
const MAX_WORDS = 200;
/** Host and port of an address. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/@]{1,100}@)?([\w.-]{1,250}(?::\d{1,5})?)/;
/** Trailing notes of an agent to its model, or its printed rules. */
const TRAILER = /\s{1,5}(?:IMPORTANT:|Here are\b|\[\{")[^]*$/;
/** Characters of a result that are read for them. */
const MAX_READ = 2_000;

/** Reads the refusal of a call from its external cause. */
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

/** If a service does not name itself, its address in the arguments does. */
function findHost(kind: Refusal['kind'], args: string): string | undefined {
  const isService = kind !== 'permission' && kind !== 'disk_full';
  return isService ? ADDRESS.exec(args)?.[1] : undefined;
}

function readFirstLine(text: string): string {
  const said = stripWrappers(withoutEscapes(text.slice(0, MAX_READ)));
  const [line = ''] = said.split('\n', 1);
  return toQuote(line.replace(TRAILER, ''), MAX_WORDS);
}
