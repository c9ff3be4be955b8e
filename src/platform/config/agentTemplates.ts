/** Ready agent definitions in order of preference, identical to those in docs/agents.md. */
export const AGENT_TEMPLATES: readonly AgentTemplate[] = [
  {
    name: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    definition: `\
  claude:
    type: command
    command:
      - claude
      - -p
      - --permission-mode=acceptEdits
      - --append-system-prompt-file={systemPromptFile}
      - --output-format=stream-json
      - --verbose
    steps: claude
    timeout: 30m
`,
  },
  {
    name: 'codex',
    install: 'npm install -g @openai/codex',
    definition: `\
  codex:
    type: command
    command: [codex, exec, --json, --sandbox, workspace-write, --color, never, '-']
    steps: codex
    timeout: 30m
`,
  },
  {
    name: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    definition: `\
  gemini:
    type: command
    command: [gemini, --approval-mode, auto_edit, --skip-trust, --output-format, stream-json]
    steps: gemini
    timeout: 30m
`,
  },
  {
    name: 'opencode',
    install: 'npm install -g opencode-ai',
    definition: `\
  opencode:
    type: command
    command: [opencode, run, --format, json]
    steps: opencode
    timeout: 30m
    env:
      OPENCODE_PERMISSION: '{"bash": "deny", "webfetch": "deny", "external_directory": "deny"}'
`,
  },
  {
    name: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    definition: `\
  qwen:
    type: command
    command: [qwen, --approval-mode, auto-edit, --output-format, stream-json]
    steps: qwen
    timeout: 30m
`,
  },
  {
    name: 'aider',
    install: 'python -m pip install aider-chat',
    definition: `\
  aider:
    type: command
    command:
      - aider
      - --model=sonnet
      - --message-file={promptFile}
      - --yes-always
      - --no-auto-commits
      - --no-dirty-commits
      - --no-gitignore
      - --no-suggest-shell-commands
      - --no-detect-urls
      - --no-show-model-warnings
      - --no-show-release-notes
      - --no-check-update
      - --no-analytics
      - --no-pretty
      - --no-stream
    steps: text
    timeout: 30m
`,
  },
];

export interface AgentTemplate {
  /** Name of the agent and of its program. */
  readonly name: string;
  /** The command that installs it. */
  readonly install: string;
  /** YAML lines that belong below `agents:`. */
  readonly definition: string;
}
