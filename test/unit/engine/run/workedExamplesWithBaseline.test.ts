import { describeExamples } from './workedExamples';

describeExamples({ name: 'a baseline', baseline: true });
