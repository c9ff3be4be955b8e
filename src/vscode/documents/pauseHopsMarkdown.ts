import {
  describeHopOutcome,
  describeHop,
  describeProof,
  describeSameRequests,
  provingHops,
  shownDuration,
  type TurnHop,
} from '../../model/overview/describeHop';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { ProvingStep } from '../../model/steps/step';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';
import { shortName } from '../../text/truncate';

/** Section with the question to the human; empty for none. */
export function questionMarkdown({ question }: FailureAnalysisReport): readonly string[] {
  return question === undefined ? [] : ['## The question', '', codeBlock(question), ''];
}

/** Section with the loop inside the last turn and its hops, evidence marked; empty for none. */
export function pauseHopsMarkdown(report: FailureAnalysisReport): readonly string[] {
  const { inTurnLoop, hops = [] } = report;
  if (inTurnLoop === undefined && hops.length === 0) return [];
  const proof = new Set(provingHops(report));
  return [
    '## Inside its turns',
    '',
    ...(inTurnLoop === undefined ? [] : [`Found by ${describeProof(inTurnLoop)}.`, '']),
    ...(proof.size === 0 ? [] : ['⚠ marks the hops that prove it.', '']),
    ...hops.map((hop) => `- ${proof.has(hop) ? '⚠ ' : ''}${hopMarkdown(hop)}`),
    ...(hops.length === 0 ? [] : ['']),
    ...stepsMarkdown(inTurnLoop?.steps ?? []),
  ];
}

/** The steps that prove a loop, each call with its result; empty for none. */
function stepsMarkdown(steps: readonly ProvingStep[]): readonly string[] {
  if (steps.length === 0) return [];
  const lines = steps.map(({ number, tool, call, result }) => {
    const said = [tool, call].filter((part) => part !== '').join(' ');
    const came = result === '' ? '' : ` → ${inlineCode(result)}`;
    return `- **step ${number}**${said === '' ? '' : ` ${inlineCode(said)}`}${came}`;
  });
  return ['The steps that prove it:', '', ...lines, ''];
}

function hopMarkdown(hop: TurnHop): string {
  const ms = shownDuration(hop);
  const took = ms === undefined ? '' : `, ${(ms / 1000).toFixed(1)} s`;
  const same = describeSameRequests(hop);
  const facts = [
    `${describeHopOutcome(hop)}${took}`,
    ...(same === '' ? [] : [escapeMarkdown(same)]),
    ...(hop.progress === undefined ? [] : [`progress: ${inlineCode(shortName(hop.progress))}`]),
  ];
  const asked = hop.request === '' ? '' : `: ${inlineCode(shortName(hop.request))}`;
  return `**${hop.turn}.${hop.number}** ${inlineCode(describeHop(hop))}${asked} (${facts.join('; ')})`;
}
