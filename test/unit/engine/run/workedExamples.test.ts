import { describeExamples } from './workedExamples';

describeExamples({ name: 'the judge off' });
