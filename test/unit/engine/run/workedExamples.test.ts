import { describeExamples } from './workedExamples';

describeExamples({ name: 'the judge off' });
describeExamples({ name: 'a baseline', baseline: true });
