import type { DevsConfig } from '../../model/config/config';
import { RunningAgents } from '../hints/runningAgents';
import { Notifications } from '../notify/notifications';
import { HumanWaits } from '../permissions/humanWaits';
import { PermissionGate } from '../permissions/permissionGate';
import { EventJournal } from '../state/eventJournal';
import { AgentTools } from '../tools/agentTools';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import { RunLimits } from '../turn/runLimits';
import { TurnExecutor } from '../turn/turnExecutor';
import { BudgetGuard } from '../usage/budgetGuard';
import { countUsage } from '../usage/countUsage';
import { EventCommands } from './eventCommands';

export interface RunPartsOptions {
  /** The configuration of the run's beginning, and that of now. */
  readonly config: DevsConfig;
  readonly now: () => DevsConfig;
  /** As in `LoopOptions`. */
  readonly isAttended: boolean;
}

/** What one run works with. */
export interface RunParts {
  /** The ports, with an agent whose calls are counted. */
  readonly deps: OrchestrationDeps;
  readonly journal: EventJournal;
  readonly turns: TurnExecutor;
  readonly limits: RunLimits;
  readonly agents: RunningAgents;
  readonly permissions: PermissionGate;
  readonly agentTools: AgentTools;
  /** Resolves when all that is told of the run has been told, or was given up. */
  readonly drain: () => Promise<void>;
}

/** Wires the parts of one run: whoever is told of events, budgets and limits, humans who answer, and turns. */
export function createRunParts(
  given: OrchestrationDeps,
  { config, now, isAttended }: RunPartsOptions,
): RunParts {
  const { store, clock, observer } = given;
  const eventCommands = new EventCommands(given);
  const notifications = new Notifications(given, config.notify);
  const journal = new EventJournal(store, clock, (event) => {
    eventCommands.enqueue(now().onEvent, event);
    notifications.tell(event, now());
    observer.onEvent(event);
  });
  const budget = new BudgetGuard({ store, clock, journal, config: now });
  const counting = {
    ...{ store, journal, prices: () => now().prices ?? {} },
    checkBudget: (taskId: string) => budget.check(taskId),
  };
  const deps = { ...given, agent: countUsage(given.agent, counting) };
  const waits = new HumanWaits(clock);
  const asking = { journal, clock, waits, isAttended };
  const permissions = new PermissionGate({ ...asking, store });
  const agentTools = new AgentTools(asking);
  const agents = new RunningAgents();
  const limits = new RunLimits(deps, waits, budget);
  const turns = new TurnExecutor(deps, journal, { permissions, agents, agentTools }, limits);
  return {
    ...{ deps, journal, turns, limits, agents, permissions, agentTools },
    drain: async () => {
      await Promise.all([eventCommands.drain(), notifications.drain()]);
    },
  };
}
