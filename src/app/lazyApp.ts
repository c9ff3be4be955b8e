import { stateDirectory } from '../platform/state/files/stateDirectory';
import type { App, AppOptions } from './api/app';

/** What is answered without the engine, as long as nothing else was asked. */
type Unloaded = Pick<App, 'stateDir' | 'isRunning' | 'onDidChange' | 'dispose'>;

/** An app as `createApp` makes it, whose code is loaded when something of it is first used. */
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
      // A promise resolves with this object: it must not be taken for a promise itself.
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
    // Whatever is asked of the app next rejects with the same error.
    () => undefined,
  );
  return {
    dispose: () => {
      disposed = true;
      subscription?.dispose();
    },
  };
}
