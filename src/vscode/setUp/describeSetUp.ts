import type { SetUpAgent, SetUpFacts } from '../../app/api/answers';
import { knownConfig, type DevsConfig } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';
import { isRunActive, runActivity } from '../../model/overview/runActivity';
import { needsHuman } from '../../model/task/taskStatus';
import type {
  AgentStep,
  Obstacle,
  RunStep,
  SetUpView,
  Step,
  TaskStep,
  Trial,
  VerifyStep,
} from '../../protocol/setUp/setUpView';
import { countOf } from '../../text/count';
import { commandLine } from '../../text/commandText';
import { idleRunAction } from '../dashboard/dashboardModel';

/**
 * What the set-up page shows of a folder: each step is done when the file and the machine say so. While the file is
 * broken, what it said when it was last valid is shown, and nothing is done.
 */
export function describeSetUp(folder: string, facts: SetUpFacts, trial?: Trial): SetUpView {
  const { config: read } = facts;
  const config = knownConfig(read);
  const obstacle = findObstacle(read);
  const isValid = <S extends Step>(step: S): S => ({
    ...step,
    done: step.done && obstacle === undefined,
  });
  const agent = isValid(agentStep(facts.agents, config));
  const verify = isValid(verifyStep(facts, config, trial));
  const task = isValid(taskStep(config));
  return {
    ...{ folder, agent, verify, task },
    ...(obstacle && { obstacle }),
    run: runStep({ obstacle, agent, task, overview: facts.overview }),
  };
}

function findObstacle(read: SetUpFacts['config']): Obstacle | undefined {
  if (read.kind === 'missing')
    return { kind: 'missing', hint: 'Create devs.yaml first.', problems: [] };
  if (read.kind === 'ok') return undefined;
  return { kind: 'invalid', hint: 'Correct devs.yaml first.', problems: read.problems };
}

function agentStep(agents: readonly SetUpAgent[], config: DevsConfig | undefined): AgentStep {
  const named = new Set(Object.keys(config?.agents ?? {}));
  const [defaultName] = named;
  const chosen = agents.find(({ name }) => name === defaultName);
  const choices = agents
    .filter(({ name, found }) => found || named.has(name))
    .map(({ name, found, file }) => ({
      ...{ name, found, chosen: name === chosen?.name },
      detail: found ? (file ?? 'started through the shell') : 'not found on this machine',
    }))
    // By name: a choice does not move what is chosen from.
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const others = agents.flatMap(({ name, found, install }) =>
    found || install === undefined ? [] : [{ name, install }],
  );
  return { done: chosen?.found === true, says: describeAgent(agents, chosen), choices, others };
}

function describeAgent(agents: readonly SetUpAgent[], chosen: SetUpAgent | undefined): string {
  if (chosen?.found === true) return `${chosen.name} is the agent that works on the tasks.`;
  if (!agents.some(({ found }) => found))
    return 'No agent was found on PATH. Install one of these, then check again.';
  if (chosen === undefined)
    return 'These agents were found. Choose the one that works on the tasks.';
  return `devs.yaml names ${chosen.name}, but its program was not found. Choose another agent, or install ${chosen.name} and check again.`;
}

function verifyStep(
  { suggestedVerify }: SetUpFacts,
  config: DevsConfig | undefined,
  trial: Trial | undefined,
): VerifyStep {
  const command = config?.verify;
  const written = command && commandLine(command);
  const tried = trial !== undefined && trial.command === written ? trial.state : undefined;
  return {
    done: tried === 'passes' || tried === 'fails',
    says: describeVerify(written, tried),
    command: written ?? suggestedVerify ?? '',
    ...(written !== undefined && { written }),
    ...(trial && { trial }),
  };
}

function describeVerify(written: string | undefined, tried: Trial['state'] | undefined): string {
  if (written === undefined)
    return 'Enter a command that exits with code 0 when the work is right, such as one that runs the tests. Without such a command, only the agent says when a task is done.';
  if (tried === 'passes' || tried === 'fails') return 'devs.yaml names this command, and it runs.';
  return tried === undefined || tried === 'running'
    ? 'devs.yaml names this command. Press "Try" to see whether it runs here.'
    : 'devs.yaml names this command, but the command did not run to the end.';
}

function taskStep(config: DevsConfig | undefined): TaskStep {
  const tasks = config?.tasks ?? [];
  const [first] = tasks;
  const says =
    first === undefined
      ? 'Describe what should be true when the task is done. The agent gets this text.'
      : `${countOf(tasks.length, 'task')} in devs.yaml, first: ${first.title}`;
  return { done: first !== undefined, says, count: tasks.length };
}

interface RunFacts extends Pick<SetUpView, 'agent' | 'task'> {
  readonly obstacle: Obstacle | undefined;
  readonly overview: Overview | undefined;
}

function runStep({ obstacle, agent, task, overview }: RunFacts): RunStep {
  const missing =
    obstacle?.hint ??
    (agent.done ? (task.done ? '' : 'Add a task first.') : 'Choose an installed agent first.');
  if (missing !== '') return { enabled: false, hint: missing };
  if (overview === undefined || isRunActive(runActivity(overview)))
    return { enabled: true, hint: '' };
  const { enabled, hint } = idleRunAction(overview);
  if (enabled) return { enabled, hint: '' };
  const waits = overview.tasks.some(({ status }) => needsHuman(status));
  return waits
    ? { enabled, hint: `${hint} Decide in the dashboard.`, decides: true }
    : { enabled, hint };
}
