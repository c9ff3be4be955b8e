import '../chartsBundle';
import { createCharts } from './charts';

globalThis.devsCharts = { createCharts };
