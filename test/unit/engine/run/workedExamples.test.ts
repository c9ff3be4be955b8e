import { describeExamples } from './workedExamples';

describeExamples({ name: 'the judge off' });
describeExamples({ name: 'adaptive thresholds and no history', adaptive: true });
