import type { CorpusEntry } from './entry';

const tool = (subject: string) => ({ kind: 'missing_tool', handling: 'blocked', subject }) as const;
const dependency = (subject: string) =>
  ({ kind: 'missing_dependency', handling: 'blocked', subject }) as const;

/** What verifications print when a tool or a package is missing. */
export const MISSING: readonly CorpusEntry[] = [
  {
    of: 'npm, with dash',
    text: '> shop@1.0.0 test\n> jest\n\nsh: 1: jest: not found',
    is: tool('jest'),
  },
  {
    of: 'npm, with macOS sh',
    text: '> shop@1.0.0 test\n> jest\n\nsh: jest: command not found',
    is: tool('jest'),
  },
  { of: 'bash', text: 'bash: line 1: pytest: command not found', is: tool('pytest') },
  {
    of: 'a script in bash',
    text: './verify.sh: line 3: shellcheck: command not found',
    is: tool('shellcheck'),
  },
  { of: 'zsh', text: 'zsh:1: command not found: cargo', is: tool('cargo') },
  {
    of: 'cmd.exe',
    text: "'mvn' is not recognized as an internal or external command,\r\noperable program or batch file.",
    is: tool('mvn'),
  },
  {
    of: 'PowerShell',
    text: "go : The term 'go' is not recognized as the name of a cmdlet, function, script file, or operable program.",
    is: tool('go'),
  },
  { of: 'env', text: '/usr/bin/env: ‘node’: No such file or directory', is: tool('node') },
  {
    of: 'make',
    text: 'cargo test\nmake: cargo: No such file or directory\nmake: *** [Makefile:4: test] Error 127',
    is: tool('cargo'),
  },
  {
    of: 'Go without a C compiler',
    text: '# runtime/cgo\ncgo: C compiler "gcc" not found: exec: "gcc": executable file not found in $PATH',
    is: tool('gcc'),
  },
  {
    of: 'Maven without Java',
    text: "Error: JAVA_HOME is not set and no 'java' command could be found in your PATH.",
    is: tool('java'),
  },
  {
    of: 'macOS without Java',
    text: 'The operation couldn’t be completed. Unable to locate a Java Runtime.',
    is: tool('Java'),
  },
  {
    of: 'Windows without Python',
    text: 'Python was not found; run without arguments to install from the Microsoft Store, or disable this shortcut from Settings',
    is: tool('Python'),
  },
  {
    of: 'npx offline',
    text: 'npm error npx canceled due to missing packages and no YES option: ["vitest@3.2.4"]',
    is: tool('vitest'),
  },
  {
    of: 'Docker without its daemon',
    text: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    is: tool('Docker'),
  },
  {
    of: 'Docker Desktop on Windows',
    text: 'error during connect: this error may indicate that the docker daemon is not running: Get "http://%2F%2F.%2Fpipe%2Fdocker_engine/v1.24/containers/json": open //./pipe/docker_engine: The system cannot find the file specified.',
    is: tool('docker'),
  },
  {
    of: 'Playwright without browsers',
    text: "  1) [chromium] › login.spec.ts:3:1 › logs in\n\n    Error: browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chromium-1091/chrome-linux/chrome\n\n  1 failed\n    [chromium] › login.spec.ts:3:1 › logs in",
    is: { kind: 'missing_tool', handling: 'blocked' },
  },
  {
    of: 'Node without node_modules',
    text: "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'express'\nRequire stack:\n- /home/dev/shop/src/server.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/home/dev/shop/src/server.js' ]\n}\n\nNode.js v20.20.2",
    is: dependency('express'),
  },
  {
    of: 'Node without node_modules, ESM',
    text: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@fastify/cors' imported from /home/dev/shop/src/server.mjs",
    is: dependency('@fastify/cors'),
  },
  {
    of: 'Node, a runner in node_modules',
    text: "Error: Cannot find module '/home/dev/shop/node_modules/jest/bin/jest.js'",
    is: dependency('jest'),
  },
  {
    of: 'Jest without node_modules',
    text: " FAIL  src/server.test.js\n  ● Test suite failed to run\n\n    Cannot find module 'supertest/lib/agent' from 'src/server.test.js'\n\n    > 1 | const request = require('supertest/lib/agent');\n        | ^\n\n      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/resolver.js:427:11)\n\nTest Suites: 1 failed, 1 total\nTests:       0 total",
    is: dependency('supertest'),
  },
  {
    of: 'tsc without node_modules',
    text: "src/server.ts(1,21): error TS2307: Cannot find module 'express' or its corresponding type declarations.",
    is: dependency('express'),
  },
  {
    of: 'webpack',
    text: "ERROR in ./src/index.js 1:0-26\nModule not found: Error: Can't resolve 'react' in '/home/dev/shop/src'",
    is: dependency('react'),
  },
  {
    of: 'Python',
    text: 'Traceback (most recent call last):\n  File "/home/dev/shop/app.py", line 1, in <module>\n    import numpy as np\nModuleNotFoundError: No module named \'numpy\'',
    is: dependency('numpy'),
  },
  {
    of: 'Python, a part of a module',
    text: "ModuleNotFoundError: No module named 'yaml.loader'",
    is: dependency('yaml'),
  },
  { of: 'python -m', text: '/usr/bin/python3: No module named pytest', is: dependency('pytest') },
  {
    of: 'pytest, while it collects',
    text: "==================================== ERRORS ====================================\n_________________________ ERROR collecting test_a.py __________________________\nImportError while importing test module '/home/dev/shop/test_a.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\ntest_a.py:1: in <module>\n    import pandas\nE   ModuleNotFoundError: No module named 'pandas'\n=========================== short test summary info ============================\nERROR test_a.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 0.08s ===============================",
    is: dependency('pandas'),
  },
  {
    of: 'pip, a name that is not there',
    text: 'ERROR: Could not find a version that satisfies the requirement left-padx (from versions: none)\nERROR: No matching distribution found for left-padx',
    is: dependency('left-padx'),
  },
  {
    of: 'npm, a name that is not there',
    text: "npm error code E404\nnpm error 404 Not Found - GET https://registry.example.com/left-padx - Not found\nnpm error 404\nnpm error 404  'left-padx@^1.0.0' is not in this registry.",
    is: dependency('left-padx'),
  },
  {
    of: 'Go, a module that is not required',
    text: 'main.go:4:2: no required module provides package github.com/gin-gonic/gin; to add it:\n\tgo get github.com/gin-gonic/gin',
    is: dependency('github.com/gin-gonic/gin'),
  },
  {
    of: 'Ruby',
    text: "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require': cannot load such file -- rspec (LoadError)",
    is: dependency('rspec'),
  },
  {
    of: 'PHP without vendor',
    text: "PHP Fatal error:  Uncaught Error: Failed opening required '/home/dev/shop/vendor/autoload.php' (include_path='.')",
    is: dependency('vendor/autoload.php'),
  },
  {
    of: 'a tool, after tests that passed',
    text: '  ✓ answers as expected\n  1 passing (3ms)\n\nsh: 1: shellcheck: not found',
    is: tool('shellcheck'),
  },
  {
    of: 'Jest, two packages: the first',
    text: " FAIL  a.test.js\n    Cannot find module 'express' from 'a.test.js'\n\n    > 1 | const { expect } = require('express');\n\n FAIL  b.test.js\n    Cannot find module 'cors' from 'b.test.js'\n\nTest Suites: 2 failed, 2 total",
    is: dependency('express'),
  },
  {
    of: 'pnpm',
    text: ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command "jest" not found',
    is: tool('jest'),
  },
  {
    of: 'yarn',
    text: 'yarn run v1.22.19\n$ jest\n/bin/sh: jest: command not found\nerror Command failed with exit code 127.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.',
    is: tool('jest'),
  },
  {
    of: 'uv',
    text: 'error: Failed to spawn: `pytest`\n  Caused by: No such file or directory (os error 2)',
    is: tool('pytest'),
  },
];
