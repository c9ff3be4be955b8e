const js = require('@eslint/js');
const tseslint = require('typescript-eslint');
const globals = require('globals');
const prettier = require('eslint-config-prettier');

/** Which layers each layer must not import: the arrows of docs/architecture.md, enforced while you type. */
const forbidden = {
  text: [
    'domain',
    'detection',
    'recovery',
    'ports',
    'orchestration',
    'adapters',
    'protocol',
    'app',
    'host',
    'cli',
  ],
  domain: [
    'detection',
    'recovery',
    'ports',
    'orchestration',
    'adapters',
    'protocol',
    'app',
    'host',
    'cli',
  ],
  detection: ['recovery', 'ports', 'orchestration', 'adapters', 'protocol', 'app', 'host', 'cli'],
  recovery: ['ports', 'orchestration', 'adapters', 'protocol', 'app', 'host', 'cli'],
  ports: ['detection', 'recovery', 'orchestration', 'adapters', 'protocol', 'app', 'host', 'cli'],
  orchestration: ['adapters', 'protocol', 'app', 'host', 'cli'],
  adapters: ['detection', 'recovery', 'orchestration', 'protocol', 'app', 'host', 'cli'],
  protocol: ['detection', 'recovery', 'ports', 'orchestration', 'adapters', 'app', 'host', 'cli'],
  app: ['protocol', 'host', 'cli'],
  host: ['adapters', 'cli'],
  cli: ['adapters', 'protocol', 'host'],
};

const boundaries = Object.entries(forbidden).map(([layer, others]) => ({
  files: [`src/${layer}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: others.map((other) => `**/${other}/**`),
            message: `"${layer}" must not know this layer (docs/architecture.md).`,
          },
        ],
        ...(layer === 'host'
          ? {}
          : { paths: [{ name: 'vscode', message: 'Only src/host imports vscode.' }] }),
      },
    ],
  },
}));

module.exports = tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'coverage/',
      'test-results/',
      '.vscode-test/',
      'test/demo/',
      'node_modules/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: __dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...boundaries,
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: globals.node,
    },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  prettier,
);
