import { describeExamples } from './workedExamples';

for (const onPivot of ['best', 'start', 'keep'] as const) {
  describeExamples({ name: `the judge off and onPivot: ${onPivot}`, onPivot });
}
describeExamples({ name: 'adaptive thresholds and no history', adaptive: true });
