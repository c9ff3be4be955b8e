// First: the charts are loaded with a language that exists.
import './soundLanguage';
import '../chartsBundle';
import { createCharts } from './charts';

globalThis.devsCharts = { createCharts };
