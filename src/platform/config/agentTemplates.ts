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
    name: 'claude-acp',
    program: 'claude-agent-acp',
    insteadOf: 'claude',
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    definition: `\
  claude-acp:
    type: acp
    command: [claude-agent-acp]
    mode: acceptEdits
    timeout: 30m
`,
  },
  {
    name: 'codex-acp',
    insteadOf: 'codex',
    install: 'npm install -g @agentclientprotocol/codex-acp',
    definition: `\
  codex-acp:
    type: acp
    command: [codex-acp]
    mode: workspace-write
    timeout: 30m
`,
  },
  {
    name: 'gemini-acp',
    program: 'gemini',
    insteadOf: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    definition: `\
  gemini-acp:
    type: acp
    command: [gemini, --acp, --skip-trust]
    mode: autoEdit
    timeout: 30m
`,
  },
  {
    name: 'opencode-acp',
    program: 'opencode',
    insteadOf: 'opencode',
    install: 'npm install -g opencode-ai',
    definition: `\
  opencode-acp:
    type: acp
    command: [opencode, acp]
    timeout: 30m
    env:
      OPENCODE_PERMISSION: '{"bash": "ask", "webfetch": "ask", "external_directory": "ask"}'
`,
  },
  {
    name: 'qwen-acp',
    program: 'qwen',
    insteadOf: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    definition: `\
  qwen-acp:
    type: acp
    command: [qwen, --acp]
    mode: auto-edit
    timeout: 30m
`,
  },
  {
    name: 'copilot',
    install: 'npm install -g @github/copilot',
    definition: `\
  copilot:
    type: acp
    command: [copilot, --acp, --allow-tool=write]
    timeout: 30m
`,
  },
  {
    name: 'cline',
    install: 'npm install -g cline',
    definition: `\
  cline:
    type: acp
    command: [cline, --acp]
    timeout: 30m
    env:
      CLINE_SESSION_BACKEND_MODE: local
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
  readonly name: string;
  /** Name of its program; absent: the name of the agent. */
  readonly program?: string;
  /** The agent of which this is another definition: offered only where that one's program is not there. */
  readonly insteadOf?: string;
  /** The command that installs it. */
  readonly install: string;
  /** YAML lines that belong below `agents:`. */
  readonly definition: string;
}
