// First: the charts are loaded with a language that exists.
import './soundLanguage';
import '../chartsBundle';
import { createPlot } from './plot';

globalThis.devsCharts = { createPlot };
