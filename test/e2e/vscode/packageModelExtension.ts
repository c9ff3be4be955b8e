import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageExtension } from '../../realVscode/packageExtension';

const manifest = (vendor: string): object => ({
  name: 'scripted-models',
  displayName: 'Scripted Models',
  publisher: 'devs',
  version: '0.0.0',
  private: true,
  engines: { vscode: '^1.104.0' },
  extensionKind: ['workspace'],
  activationEvents: ['onStartupFinished'],
  // So that a model can say that a human must agree, as those of GitHub Copilot do.
  enabledApiProposals: ['chatProvider'],
  contributes: {
    languageModelChatProviders: [{ vendor, displayName: 'Scripted Models' }],
  },
  main: './modelExtension.js',
});

/**
 * Packages an extension with one language model, which other extensions may use once a human agreed, and which notes what it is asked in the file
 * `SCRIPTED_MODEL_LOG`. VS Code hands a message in the chat to a participant only while there is a model, and takes by itself only one of the vendor `copilot`.
 */
export async function packageModelExtension(
  folder: string,
  vendor = 'scripted-models',
): Promise<string> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(vendor)));
  copyFileSync(join(__dirname, 'modelExtension.js'), join(folder, 'modelExtension.js'));
  return await packageExtension({ folder, vsix: join(folder, 'models.vsix') });
}
