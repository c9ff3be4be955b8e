// uPlot gives the browser's language to `Intl` as it loads, and that throws for one such as
// "en-US@posix", which Chromium takes over from the environment.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
