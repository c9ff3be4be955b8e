import type { Refusal } from '../../domain/refusal';
import { withoutEscapes } from '../output/outputLines';
import type { Outside } from './outside';
import { cut } from './quote';
import { refusedAction } from './refusedAction';
import { saidIn } from './resultKind';
import type { KnownCall } from './seenStep';

/** Characters of a refusal that are kept. */
const MAX_WORDS = 200;
/** Characters of a result that are read for them. */
const READ = 2_000;

/** The refusal of a call by what its result says. */
export function refusalBy(
  { by, failure, text }: Outside,
  call: Pick<KnownCall, 'tool' | 'args'>,
): Refusal {
  const refused = { by, tool: cut(call.tool), action: refusedAction(call) };
  if (failure === undefined) return { ...refused, kind: 'permission', words: firstLine(text) };
  const { kind, message: words, subject } = failure;
  return { ...refused, kind, words, ...(subject === undefined ? {} : { subject }) };
}

function firstLine(text: string): string {
  const said = saidIn(withoutEscapes(text.slice(0, READ)));
  const [line = ''] = said.split('\n', 1);
  return cut(line, MAX_WORDS);
}
