import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageExtension } from '../../realVscode/packageExtension';
import { PEER_ID } from './names';

interface Manifest {
  readonly name: string;
  readonly activationEvents: readonly string[];
}

async function writeManifest(folder: string, { name, activationEvents }: Manifest): Promise<void> {
  const manifest = {
    name,
    displayName: name,
    publisher: 'devs',
    version: '0.0.0',
    private: true,
    engines: { vscode: '^1.104.0' },
    extensionKind: ['workspace'],
    capabilities: { untrustedWorkspaces: { supported: true } },
    activationEvents,
    main: './extension.js',
    files: ['extension.js'],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}

/** Packages the extension that does nothing, the peer; activated by nothing but a call. */
export async function packagePeer(folder: string): Promise<string> {
  const name = PEER_ID.slice(PEER_ID.indexOf('.') + 1);
  await writeManifest(folder, { name, activationEvents: ['onCommand:devs.bench.never'] });
  await writeFile(join(folder, 'extension.js'), 'exports.activate = () => {};\n');
  return packageExtension({ folder, vsix: join(folder, 'peer.vsix') });
}

/** Packages the extension that measures as soon as a window has started. */
export async function packageMeter(folder: string): Promise<string> {
  await writeManifest(folder, {
    name: 'devs-bench-meter',
    activationEvents: ['onStartupFinished'],
  });
  await build({
    entryPoints: [join(__dirname, 'extension.ts')],
    outfile: join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return packageExtension({ folder, vsix: join(folder, 'meter.vsix') });
}
