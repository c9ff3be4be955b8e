import type { AnsweredCalls } from '../../model/permissions/answeredCalls';
import { countOf, groupThousands } from '../../text/count';

/** Lines that are shown of each, allowed and refused; `--json` and the JSON of a report have all. */
const MAX_LINES = 10;

/** What the agents of a task asked permission for, for every surface. The texts quote agents. */
export interface PermissionsView {
  /** "5 calls refused, 3 allowed". */
  readonly summary: string;
  /** One or two sentences each, refused first: "Refused 4 times, nobody was there to answer: run `npm install`. …". */
  readonly lines: readonly string[];
}

/** Describes what was allowed and refused, by whom, and how to allow it; undefined if nothing was asked. */
export function describeAnsweredCalls(
  calls: readonly AnsweredCalls[] = [],
): PermissionsView | undefined {
  if (calls.length === 0) return undefined;
  const refused = calls.filter(({ allowed }) => !allowed);
  const allowed = calls.filter((call) => call.allowed);
  const [no, yes] = [countCalls(refused), countCalls(allowed)];
  const summary =
    no === 0
      ? `${countOf(yes, 'call')} allowed`
      : `${countOf(no, 'call')} refused${yes === 0 ? '' : `, ${groupThousands(yes)} allowed`}`;
  return { summary, lines: [refused, allowed].flatMap(describeAll) };
}

function countCalls(calls: readonly AnsweredCalls[]): number {
  return calls.reduce((sum, { count }) => sum + count, 0);
}

function describeAll(calls: readonly AnsweredCalls[]): readonly string[] {
  const left = calls.slice(MAX_LINES);
  const [first] = left;
  if (first === undefined) return calls.map(describeOne);
  const others = `${did(first)} ${countOf(countCalls(left), 'other call')}.`;
  return [...calls.slice(0, MAX_LINES).map(describeOne), others];
}

function describeOne(call: AnsweredCalls): string {
  const { action, count, remedy } = call;
  const times = count === 1 ? 'once' : `${groupThousands(count)} times`;
  const what = action === '' ? 'other calls' : action;
  const how = remedy === undefined ? '' : ` To allow it: ${remedy}.`;
  return `${did(call)} ${times}${by(call)}: ${what}.${how}`;
}

function did({ allowed }: AnsweredCalls): string {
  return allowed ? 'Allowed' : 'Refused';
}

function by({ by: decider, rule }: AnsweredCalls): string {
  switch (decider) {
    case 'rule':
      return rule === undefined ? ' by a rule' : ` by the rule \`${rule}\``;
    case 'human':
      return ' by you';
    case 'nobody':
      return ', nobody was there to answer';
    case 'timeout':
      return ', nobody answered in time';
    case 'devs':
      return ', you could not be asked';
    default:
      return decider satisfies never;
  }
}
