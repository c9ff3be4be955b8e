import { stateDirectory } from '../platform/state/files/stateDirectory';
import type { App, AppOptions } from './api/app';

/** Members that answer without loading the engine. */
type Unloaded = Pick<App, 'stateDir' | 'isRunning' | 'onDidChange' | 'dispose'>;

/** As `createApp`, but loads the code on first use. */
export function createLazyApp(options: AppOptions): App {
  let loaded: App | undefined;
  let loading: Promise<App> | undefined;
  const load = (): Promise<App> => {
    loading ??= import('./createApp').then(({ createApp }) => (loaded = createApp(options)));
    return loading;
  };
  const unloaded: Unloaded = {
    stateDir: stateDirectory(options),
    isRunning: () => loaded?.isRunning() ?? false,
    onDidChange: (listener) => subscribeLater(load(), listener),
    dispose: async () => {
      if (loading !== undefined) await (await loading).dispose();
    },
  };
  return new Proxy(unloaded, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name) as unknown;
      // Without this check, a promise that resolves with this object would treat it as a thenable.
      if (name === 'then') return undefined;
      return async (...args: readonly unknown[]) => {
        const app = (await load()) as unknown as Readonly<Record<PropertyKey, Method>>;
        return await app[name]?.(...args);
      };
    },
  }) as App;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

function subscribeLater(loading: Promise<App>, listener: () => void): { dispose(): void } {
  let disposed = false;
  let subscription: { dispose(): void } | undefined;
  loading.then(
    (app) => {
      if (!disposed) subscription = app.onDidChange(listener);
    },
    // Later calls reject with the same error.
    () => undefined,
  );
  return {
    dispose: () => {
      disposed = true;
      subscription?.dispose();
    },
  };
}
