const js = require('@eslint/js');
const tseslint = require('typescript-eslint');
const globals = require('globals');
const prettier = require('eslint-config-prettier');

/** Which layers each layer may import: the arrows of docs/architecture.md, enforced while you type. */
const layers = require('./src/layers.json');

const forbiddenFor = (layer) =>
  Object.keys(layers).filter((other) => other !== layer && !layers[layer].includes(other));

const boundaries = Object.keys(layers).map((layer) => ({
  files: [layer === 'webview' ? 'webview/**/*.ts' : `src/${layer}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            // Only from the root of `src`: `model/reports` is not the layer of that name.
            regex: `^(?:\\.\\./)+(?:src/)?(?:${forbiddenFor(layer).join('|')})/`,
            message: `"${layer}" must not know this layer (docs/architecture.md).`,
          },
        ],
        ...(layer === 'vscode'
          ? {}
          : { paths: [{ name: 'vscode', message: 'Only src/vscode imports vscode.' }] }),
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
      'demo/',
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
      'no-restricted-syntax': [
        'error',
        {
          // esbuild keeps all of zod for it: every kind of schema, messages in fifty languages.
          selector:
            "ImportDeclaration[source.value='zod'], ImportDeclaration[source.value='zod/mini'][importKind='value'] > ImportSpecifier",
          message: "Write `import * as z from 'zod/mini'`.",
        },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A quarter of the linter's time; the project has no enums and hardly a class.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
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
