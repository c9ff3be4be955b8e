import type { AgentOptions } from '../../platform/agents/turn/agentOptions';
import { createAgent } from '../../platform/agents/createAgent';
import { createTrials } from '../../platform/doctor/createTrials';
import { createNotifier } from '../../platform/notify/createNotifier';
import { createEventHook } from '../../platform/process/createEventHook';
import { createCommandVerifier } from '../../platform/verification/commandVerifier';
import { findProgram } from '../../platform/workspace/findProgram';
import type { Agent } from '../../ports/agent';
import type { EventHook } from '../../ports/eventHook';
import type { DesktopPlace, Notifier } from '../../ports/notifier';
import type { Trials } from '../../ports/trials';
import type { Verifier } from '../../ports/verifier';

/** The ports that start programs of the workspace or of the system. */
export interface Programs {
  readonly agent: Agent;
  readonly verifier: Verifier;
  readonly hook: EventHook;
  readonly notifier: Notifier;
  readonly trials: Trials;
}

/** Wires the ports that start programs. */
export function createPrograms(processes: AgentOptions, desktop: DesktopPlace = {}): Programs {
  const { environment, workspaceDir } = processes;
  return {
    agent: createAgent(processes),
    verifier: createCommandVerifier(processes),
    hook: createEventHook(processes),
    notifier: createNotifier({ ...processes, desktop }),
    trials: createTrials({
      ...processes,
      git: () => findProgram('git', { environment, outside: workspaceDir }),
    }),
  };
}
