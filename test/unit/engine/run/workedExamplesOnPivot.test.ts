import { describeExamples } from './workedExamples';

for (const onPivot of ['start', 'keep'] as const)
  describeExamples({ name: `onPivot: ${onPivot}`, onPivot });
