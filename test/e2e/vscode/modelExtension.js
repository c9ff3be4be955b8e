// An extension that brings a language model into VS Code. It reads nothing but facts: a workspace that
// did not change is no progress, everything else is some. What it is asked is noted in a file.
const { appendFileSync } = require('node:fs');
const vscode = require('vscode');

const MODEL = {
  id: 'scripted-1',
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 10_000,
  maxOutputTokens: 1_000,
  capabilities: { toolCalling: true },
  isDefault: true,
  isUserSelectable: true,
  requiresAuthorization: { label: 'Scripted' },
};

function answer(texts) {
  const asked = texts.at(-1);
  if (texts.length === 1) return 'yes';
  const { current } = JSON.parse(asked.slice(0, asked.lastIndexOf('\n')));
  const same = current.workspace === 'unchanged';
  return JSON.stringify({
    isRegressive: false,
    noProgress: same,
    external: false,
    reasoning: same ? 'Nothing was changed.' : 'The manual has one page more than before.',
  });
}

const provider = {
  provideLanguageModelChatInformation: () => [MODEL],
  provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
    const texts = messages.map(({ content }) => content.map(({ value }) => value).join(''));
    appendFileSync(process.env.SCRIPTED_MODEL_LOG, `${JSON.stringify(texts)}\n`);
    progress.report(new vscode.LanguageModelTextPart(answer(texts)));
  },
  provideTokenCount: async (_model, text) => String(text.content ?? text).split(' ').length,
};

exports.activate = ({ subscriptions, extension }) => {
  const [{ vendor }] = extension.packageJSON.contributes.languageModelChatProviders;
  subscriptions.push(vscode.lm.registerLanguageModelChatProvider(vendor, provider));
};
