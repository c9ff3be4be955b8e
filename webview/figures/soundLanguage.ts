// uPlot passes the browser's language to `Intl` when it loads, which throws for a value such as "en-US@posix" that
// Chromium takes from the environment.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
