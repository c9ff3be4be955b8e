import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StepEvent } from '../../../model/steps/step';
import { addReports, type UsageReport } from '../../../model/usage/usage';
import type { Agent, AgentRequest, AgentResult } from '../../../ports/agent';
import { MASK_NOTHING } from '../../../ports/secretMask';
import { usesPlaceholder, type PromptFiles } from '../../process/placeholders';
import { runProcess, type ProcessOutcome } from '../../process/runProcess';
import { turnEnvironment } from '../../process/turnEnvironment';
import { turnTranscript } from '../../process/turnTranscript';
import { findLimitByExit } from '../streams/toAgentLimit';
import { offerTools, type ToolOffer } from '../tools/offerTools';
import { toolServer } from '../tools/toolServer';
import type { AgentOptions } from '../turn/agentOptions';
import { maskPrompts, prependSystemPrompt } from '../turn/maskPrompts';
import { describeEnd } from '../../../model/turn/turn';
import { toLostReason } from '../../../model/turn/agentSession';
import { resumeCommand } from './resumeCommand';
import { createPromptFolder } from './promptFolder';
import { createStepFeed, type StepFeed } from '../turn/stepFeed';
import { createTextFeed } from './textFeed';

/** Runs agents of type `command`: a program that takes a prompt and prints its reply. */
export function createCommandAgent(options: AgentOptions): Agent {
  const folder = createPromptFolder(join(options.directory, 'prompts'));
  const { mask = MASK_NOTHING } = options;
  return {
    async run(request, signal) {
      const written: string[] = [];
      try {
        const write = async (text: string, extension: string): Promise<string> => {
          const path = await folder.write(text, extension);
          written.push(path);
          return path;
        };
        const input = await prepareInput(maskPrompts(request, mask), write);
        const server = toolServer(options, request);
        const { environment } = options;
        const definition = server
          ? await offerTools(request.definition, { server, write, environment, exists: existsSync })
          : request.definition;
        return await runInSession({ request: { ...request, definition }, input, options, signal });
      } catch (error) {
        return toPromptError(error as Error);
      } finally {
        await folder.remove(written);
      }
    },
  };
}

/** How the prompt reaches the agent. */
interface AgentInput {
  readonly files: PromptFiles;
  /** Absent when the prompt is in a file. */
  readonly stdin?: string;
}

async function prepareInput(
  request: AgentRequest,
  writeFile: ToolOffer['write'],
): Promise<AgentInput> {
  const { command } = request.definition;
  const inSystemFile = usesPlaceholder(command, 'systemPromptFile');
  const systemPromptFile = inSystemFile ? await writeFile(request.systemPrompt, '.md') : undefined;
  const prompt = inSystemFile
    ? request.prompt
    : prependSystemPrompt(request.systemPrompt, request.prompt);
  const inFile = usesPlaceholder(command, 'promptFile');
  const promptFile = inFile ? await writeFile(prompt, '.md') : undefined;
  return {
    files: { ...(systemPromptFile && { systemPromptFile }), ...(promptFile && { promptFile }) },
    ...(inFile ? {} : { stdin: prompt }),
  };
}

interface AgentRun {
  readonly request: AgentRequest;
  readonly input: AgentInput;
  readonly options: AgentOptions;
  readonly signal: AbortSignal;
}

/** Continues the session, or begins a new one where the agent cannot: it then ends before it does anything. */
async function runInSession(run: AgentRun): Promise<AgentResult> {
  const { request } = run;
  const { definition, session: id } = request;
  const command = id && resumeCommand(definition.command, definition.steps, id);
  if (id === undefined || !command) return await runAgent(run);
  const continued = await runAgent({
    ...run,
    request: { ...request, definition: { ...definition, command } },
  });
  const { end, stream, session } = continued;
  const couldNot = end.kind === 'exit' && end.code !== 0 && (stream?.steps ?? 0) === 0;
  if (!couldNot) return { ...continued, session: { id: session?.id ?? id, isContinued: true } };
  const fresh = withEarlier(continued.usage, await runAgent(countingEarlier(run, continued.usage)));
  const lost = continued.errorTail.trim() || describeEnd(end);
  return fresh.session === undefined
    ? fresh
    : { ...fresh, session: { ...fresh.session, lost: toLostReason(lost) } };
}

/** The run that begins a new session; what the attempt to continue the old one used is a part of what it says. */
function countingEarlier(run: AgentRun, used: UsageReport | undefined): AgentRun {
  const { onStep } = run.request;
  if (used === undefined || onStep === undefined) return run;
  const withUsed = (event: StepEvent): void =>
    onStep(event.kind === 'spent' ? { ...event, report: addReports(used, event.report) } : event);
  return { ...run, request: { ...run.request, onStep: withUsed } };
}

function withEarlier(used: UsageReport | undefined, fresh: AgentResult): AgentResult {
  if (used === undefined) return fresh;
  const { usage = { models: [], isPartial: true } } = fresh;
  return { ...fresh, usage: addReports(used, usage) };
}

async function runAgent({ request, input, options, signal }: AgentRun): Promise<AgentResult> {
  const { definition, taskId, turnId, call, role, onStep, place } = request;
  const { directory, supervisorFile } = options;
  const cwd = place?.directory ?? options.workspaceDir;
  const { command, steps } = definition;
  const feed = steps && (steps === 'text' ? createTextFeed(onStep) : createStepFeed(steps, onStep));
  const transcript = turnTranscript({
    ...{ directory, taskId, turnId, call, part: 'agent', command, cwd },
  });
  const variables = place?.variables;
  const env = turnEnvironment(options.environment, {
    ...{ own: definition.env, taskId, role, variables },
  });
  const outcome = await runProcess(
    {
      ...{ command, ...input, cwd, env, transcript, supervisorFile, mask: options.mask },
      timeoutMs: definition.timeoutMs,
      onTimer: request.onTimer,
      marker: turnId,
      ...(feed && { onStdout: (chunk: Buffer) => feed.push(chunk) }),
    },
    signal,
  );
  const reply = feed?.replyFrom(outcome.stdout) ?? outcome.stdout;
  return {
    end: outcome.end,
    reply,
    // An agent with events states there why it failed; its standard error is a log.
    errorTail: [outcome.errorTail, feed?.failure ?? ''].filter(Boolean).join('\n'),
    transcript: outcome.transcriptWritten ? transcript.name : '',
    ...(feed?.reading && { stream: feed.reading }),
    ...(feed?.failure && { failure: feed.failure }),
    ...(feed?.session !== undefined && { session: { id: feed.session, isContinued: false } }),
    ...(feed && readLimits(feed, outcome)),
    ...(feed?.usage && { usage: feed.usage }),
  };
}

/** Reads the agent's own limit, the limits of its plan and the calls that it denied. */
function readLimits(
  feed: StepFeed,
  { end, errorTail }: ProcessOutcome,
): Pick<AgentResult, 'ownLimit' | 'limitResetsAt' | 'denied'> {
  const { denied, limitResetsAt } = feed;
  const code = end.kind === 'exit' ? end.code : undefined;
  const limit = feed.ownLimit ?? findLimitByExit(code, errorTail);
  return {
    ...(limit && { ownLimit: limit }),
    ...(limitResetsAt && { limitResetsAt }),
    ...(denied.length > 0 && { denied }),
  };
}

function toPromptError({ message }: Error): AgentResult {
  const end = { kind: 'couldNotStart', message: `the prompt was not written: ${message}` } as const;
  return { end, reply: '', errorTail: '', transcript: '' };
}
