import {
  describeHopOutcome,
  describeHop,
  describeSameRequests,
  shownDuration,
} from '../../reports/hops/describeHop';
import type { ProvingStep } from '../../model/steps/step';
import type { PausedHop, PauseView } from '../../reports/pause/pauseView';
import { describeCall, describeOutcome } from '../../reports/task/describeSteps';
import { describeDuration } from '../../text/describeDuration';
import { inlineCode, escapeMarkdown } from '../../text/markdown';
import { shortName } from '../../text/truncate';

/** Paragraphs with the loop inside the last turn and its hops, evidence marked; empty for none. */
export function pauseHopsMarkdown({ loop, hops }: PauseView): readonly string[] {
  if (loop === undefined && hops.length === 0) return [];
  const steps = loop?.steps ?? [];
  return [
    '## Inside the turns',
    ...(loop === undefined ? [] : [`Found by ${loop.foundBy}.`]),
    ...(hops.some(({ proves }) => proves)
      ? ['⚠ marks the hops (calls between agents) of the loop.']
      : []),
    ...(hops.length === 0 ? [] : [hops.map(hopMarkdown).join('\n')]),
    ...(steps.length === 0 ? [] : ['The steps of the loop:', steps.map(stepMarkdown).join('\n')]),
  ];
}

function stepMarkdown(step: ProvingStep): string {
  const call = describeCall(step);
  const outcome = describeOutcome(step);
  const came = outcome === '' ? '' : ` → ${inlineCode(outcome)}`;
  return `- **step ${step.number}**${call === '' ? '' : ` ${inlineCode(call)}`}${came}`;
}

function hopMarkdown(hop: PausedHop): string {
  const ms = shownDuration(hop);
  const took = ms === undefined ? '' : `, ${describeDuration(ms)}`;
  const same = describeSameRequests(hop);
  const facts = [
    `${describeHopOutcome(hop)}${took}`,
    ...(same === '' ? [] : [escapeMarkdown(same)]),
    ...(hop.progress === undefined ? [] : [`progress: ${inlineCode(shortName(hop.progress))}`]),
  ];
  const asked = hop.request === '' ? '' : `: ${inlineCode(shortName(hop.request))}`;
  const mark = hop.proves ? '⚠ ' : '';
  return `- ${mark}**${hop.turn}.${hop.number}** ${inlineCode(describeHop(hop))}${asked} (${facts.join('; ')})`;
}
