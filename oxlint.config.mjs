import { readFileSync } from 'node:fs';

/** Which layers each layer may import: the arrows of docs/architecture.md, enforced while you type. */
const layers = JSON.parse(readFileSync(new URL('src/layers.json', import.meta.url), 'utf8'));

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

const errors = (names, prefix = '') =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [prefix + name, 'error']),
  );

/** What ESLint recommends. */
const RECOMMENDED = `
  constructor-super for-direction getter-return no-array-constructor no-async-promise-executor no-case-declarations
  no-class-assign no-compare-neg-zero no-cond-assign no-const-assign no-constant-binary-expression
  no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-class-members no-dupe-else-if no-dupe-keys
  no-duplicate-case no-empty no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign
  no-extra-boolean-cast no-fallthrough no-func-assign no-global-assign no-import-assign no-invalid-regexp
  no-irregular-whitespace no-loss-of-precision no-misleading-character-class no-new-native-nonconstructor
  no-nonoctal-decimal-escape no-obj-calls no-prototype-builtins no-redeclare no-regex-spaces no-self-assign
  no-setter-return no-shadow-restricted-names no-sparse-arrays no-this-before-super no-unassigned-vars no-undef
  no-unreachable no-unsafe-finally no-unsafe-negation no-unsafe-optional-chaining no-unused-expressions
  no-unused-labels no-unused-private-class-members no-unused-vars no-useless-assignment no-useless-backreference
  no-useless-catch no-useless-constructor no-useless-escape no-var no-with prefer-const prefer-rest-params
  prefer-spread preserve-caught-error require-yield use-isnan valid-typeof`;

/** What the compiler finds itself in TypeScript. */
const COMPILED = `
  constructor-super getter-return no-class-assign no-const-assign no-dupe-class-members no-dupe-keys no-func-assign
  no-import-assign no-new-native-nonconstructor no-obj-calls no-redeclare no-setter-return no-this-before-super
  no-undef no-unreachable no-unsafe-negation no-with`;

/** The strict rules for TypeScript that need no types. */
const TYPESCRIPT = `
  ban-ts-comment consistent-type-imports no-duplicate-enum-values no-dynamic-delete no-empty-object-type
  no-explicit-any no-extra-non-null-assertion no-extraneous-class no-invalid-void-type no-misused-new no-namespace
  no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain no-non-null-assertion
  no-require-imports no-this-alias no-unnecessary-type-constraint no-unsafe-declaration-merging
  no-unsafe-function-type no-wrapper-object-types prefer-as-const prefer-literal-enum-member
  prefer-namespace-keyword triple-slash-reference unified-signatures`;

/** The strict rules that ask the compiler for types. */
const TYPED = `
  await-thenable no-array-delete no-base-to-string no-confusing-void-expression no-deprecated
  no-duplicate-type-constituents no-floating-promises no-for-in-array no-generated-empty-object-type no-implied-eval
  no-meaningless-void-operator no-misused-promises no-misused-spread no-mixed-enums no-redundant-type-constituents
  no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression
  no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-enum-comparison
  no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus no-useless-default-assignment only-throw-error
  prefer-promise-reject-errors prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs
  require-await restrict-plus-operands restrict-template-expressions return-await switch-exhaustiveness-check
  unbound-method use-unknown-in-catch-callback-variable`;

const off = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'off']));

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  env: { builtin: true, node: true },
  ignorePatterns: ['dist/', 'out/', 'coverage/', 'test-results/', '.vscode-test/', 'demo/'],
  rules: {
    ...errors(RECOMMENDED),
    ...errors(TYPESCRIPT, 'typescript/'),
    ...errors(TYPED, 'typescript/'),
    'no-unused-vars': ['error', { argsIgnorePattern: '^$', varsIgnorePattern: '^$' }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
  },
  overrides: [
    { files: ['**/*.ts'], rules: off(errors(COMPILED)) },
    ...boundaries,
    { files: ['test/**/*.ts'], rules: { 'typescript/no-non-null-assertion': 'off' } },
    {
      files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
      rules: { ...off(errors(TYPED, 'typescript/')), 'typescript/no-require-imports': 'off' },
    },
  ],
};
