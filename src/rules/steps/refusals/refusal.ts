import type { Refusal } from '../../../model/failure/refusal';
import { withoutEscapes } from '../../output/outputLines';
import type { Outside } from '../results/outside';
import { cut } from '../shown/quote';
import { refusedAction } from './refusedAction';
import { saidIn } from '../results/resultKind';
import type { Step } from '../../../model/steps/step';

/** Characters of a refusal that are kept. */
const MAX_WORDS = 200;
/** The host of an address, and its port. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/@]{1,100}@)?([\w.-]{1,250}(?::\d{1,5})?)/;
/** What an agent tells its model besides, or prints of its rules. */
const ASIDE = /\s{1,5}(?:IMPORTANT:|Here are\b|\[\{")[^]*$/;
/** Characters of a result that are read for them. */
const READ = 2_000;

/** The refusal of a call by what its result says. */
export function refusalBy(
  { by, failure, text }: Outside,
  call: Pick<Step, 'tool' | 'args'>,
): Refusal {
  const refused = { by, tool: cut(call.tool), action: refusedAction(call) };
  if (failure === undefined) return { ...refused, kind: 'permission', words: firstLine(text) };
  const { kind, message: words } = failure;
  const subject = failure.subject ?? hostIn(kind, call.args);
  return { ...refused, kind, words, ...(subject === undefined ? {} : { subject }) };
}

/** A service that does not say who it is was asked by its address. */
function hostIn(kind: Refusal['kind'], args: string): string | undefined {
  const isService = kind !== 'permission' && kind !== 'disk_full';
  return isService ? ADDRESS.exec(args)?.[1] : undefined;
}

function firstLine(text: string): string {
  const said = saidIn(withoutEscapes(text.slice(0, READ)));
  const [line = ''] = said.split('\n', 1);
  return cut(line.replace(ASIDE, ''), MAX_WORDS);
}
