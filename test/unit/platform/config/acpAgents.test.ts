import assert from 'node:assert/strict';
import { problemsOf } from './problemsOf';

function agent(keys: string): readonly string[] {
  return problemsOf(`version: 1\nagents:\n  a: { ${keys} }`);
}

describe('agents over ACP in devs.yaml', () => {
  it('take a mode, a login and a session', () => {
    assert.deepEqual(agent('type: command, command: [x], mcp: false'), []);
    assert.deepEqual(
      agent('type: acp, command: [x], mode: default, login: api-key, session: continue'),
      [],
    );
  });

  for (const [keys, problem] of [
    [
      'type: acp, command: [x], steps: claude',
      'devs.yaml:3: Agent "a" is of type acp, and "steps" is for type command; remove it.',
    ],
    [
      'type: command, command: [x], mode: default',
      'devs.yaml:3: Agent "a" is of type command, and "mode" is for type acp; remove it.',
    ],
    [
      'type: acp, command: [x, "{promptFile}"]',
      'devs.yaml:3: Agent "a" is of type acp and gets its prompt in a message; remove {promptFile} from its command.',
    ],
    [
      'type: command, command: [x], session: continue',
      'devs.yaml:3: Agent "a" cannot continue a session: it needs type acp, or steps claude, codex or gemini with its command as a list.',
    ],
    [
      'type: command, command: claude -p, steps: claude, session: continue',
      'devs.yaml:3: Agent "a" cannot continue a session: it needs type acp, or steps claude, codex or gemini with its command as a list.',
    ],
    [
      'type: command, command: [x], steps: opencode, mcp: true',
      'devs.yaml:3: Agent "a" cannot be offered tools: it needs type acp, or steps claude, codex or gemini with its command as a list.',
    ],
    [
      'type: acp, command: [x], mcp: never',
      'devs.yaml:3: "agents.a.mcp" is "never"; it must be true or false.',
    ],
    [
      'type: acp, command: [x], session: never',
      'devs.yaml:3: "agents.a.session" is "never"; it must be "fresh" or "continue".',
    ],
  ] as const)
    it(`are refused: ${keys}`, () => {
      assert.deepEqual(agent(keys), [problem]);
    });

  it('have permissions that are rules', () => {
    const head = 'version: 1\nagents: { a: { type: acp, command: [x] } }\n';
    assert.deepEqual(
      problemsOf(`${head}permissions: { allow: [edit, "execute(npm test *)"] }`),
      [],
    );
    const [unknown] = problemsOf(`${head}permissions: { allow: [write] }`);
    assert.match(
      unknown ?? '',
      /^devs\.yaml:3: "permissions\.allow\[0\]" is "write"; it must be a kind \(read, /,
    );
    const [key] = problemsOf(`${head}permissions: { allows: [edit] }`);
    assert.match(key ?? '', /"allows".*allow/);
    const [text] = problemsOf(`${head}permissions: edit`);
    assert.match(text ?? '', /it must be a mapping with the keys allow, ask and deny/);
  });
});
