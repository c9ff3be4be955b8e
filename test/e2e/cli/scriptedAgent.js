// An agent that plays a scenario: `node scriptedAgent.js scenario.json`. The file holds an array of
// steps, one for each call; the last one is played for ever. Each call leaves a line beside it.
const { spawn } = require('node:child_process');
const { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } = require('node:fs');

const [, , scenarioFile, ...words] = process.argv;
const callsFile = `${scenarioFile}.calls`;

/** How many calls there were before this one. */
function earlierCalls() {
  if (!existsSync(callsFile)) return 0;
  return readFileSync(callsFile, 'utf8').trimEnd().split('\n').length;
}

/** Writes `megabytes` without running ahead of whoever reads. */
async function flood(megabytes) {
  const block = `${'x'.repeat(1023)}\n`.repeat(1024);
  for (let i = 0; i < megabytes; i++) {
    if (!process.stdout.write(block)) await new Promise((go) => process.stdout.once('drain', go));
  }
}

/** Prints an event as Claude Code does with `--output-format stream-json --verbose`. */
function event(told) {
  process.stdout.write(`${JSON.stringify({ ...told, session_id: 's' })}\n`);
}

/** The same call with the same result, `times` over. */
function sameCalls(times, content, isError) {
  for (let i = 1; i <= times; i++) {
    const call = { type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: 'npm test' } };
    event({ type: 'assistant', message: { id: `m${i}`, role: 'assistant', content: [call] } });
    const result = { type: 'tool_result', tool_use_id: `t${i}`, content, is_error: isError };
    event({ type: 'user', message: { role: 'user', content: [result] } });
  }
}

/**
 * Begins a turn as `codex exec` does, also in the session after the word `resume`, and reads so many tokens in it; the end
 * of the turn states the sum of the session, which outlives this process.
 */
function codexTurn(call, tokens) {
  const id = words.includes('resume') ? words[words.indexOf('resume') + 1] : `thread-${call}`;
  const file = `${scenarioFile}.${id}`;
  const sum = tokens + (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  writeFileSync(file, String(sum));
  const print = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);
  print({ type: 'thread.started', thread_id: id });
  return () => {
    const item = { id: 'item_0', type: 'agent_message', text: 'STRATEGY: read\nI read it.' };
    print({ type: 'item.completed', item });
    print({ type: 'turn.completed', usage: { input_tokens: sum, output_tokens: 1 } });
  };
}

/** A process that goes on without its parent, in a session of its own. */
function leaveChild() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  appendFileSync(`${scenarioFile}.children`, `${child.pid}\n`);
}

/** Never returns, until `file` is there. */
function waitFor(file) {
  return new Promise((go) => {
    const timer = setInterval(() => {
      if (file === undefined || !existsSync(file)) return;
      clearInterval(timer);
      go();
    }, 20);
  });
}

async function main() {
  const steps = JSON.parse(readFileSync(scenarioFile, 'utf8'));
  const call = earlierCalls();
  const step = steps[Math.min(call, steps.length - 1)];
  const prompt = readFileSync(0, 'utf8');
  for (const [file, text] of Object.entries(step.write ?? {})) writeFileSync(file, text);
  for (const [file, mode] of Object.entries(step.chmod ?? {})) chmodSync(file, mode);
  // After the writes: a test that kills whoever has called must not find a file half written.
  appendFileSync(callsFile, `${JSON.stringify({ pid: process.pid, prompt })}\n`);
  if (step.stderr !== undefined) process.stderr.write(step.stderr);
  if (step.megabytes !== undefined) await flood(step.megabytes);
  if (step.child === true) leaveChild();
  if (step.refused === true) sameCalls(step.sameCalls, 'This command requires approval', true);
  else if (step.sameCalls !== undefined) sameCalls(step.sameCalls, '1 failing: adds');
  const endTurn = step.tokens === undefined ? undefined : codexTurn(call, step.tokens);
  if (step.says === true) endTurn();
  if (step.hang === true) await waitFor(undefined);
  if (step.waitFor !== undefined) await waitFor(step.waitFor);
  if (step.reply !== undefined) process.stdout.write(step.reply);
  if (step.says === undefined) endTurn?.();
  if (step.answer !== undefined) event({ type: 'result', subtype: 'success', result: step.answer });
  if (step.signal !== undefined) process.kill(process.pid, step.signal);
  else process.exitCode = step.exit ?? 0;
}

void main();
