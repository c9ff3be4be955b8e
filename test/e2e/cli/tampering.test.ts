import assert from 'node:assert/strict';
import { installGo, installPytest, installVitest } from '../../runners/installedRunners';
import { playProject, type Tools } from '../../runners/playProject';
import { GO_PROJECTS } from '../../runners/projects/goTest';
import { NODE_PROJECTS } from '../../runners/projects/node';
import { PYTEST_PROJECT } from '../../runners/projects/pytest';
import { VITEST_PROJECT } from '../../runners/projects/vitest';
import { toScenario, type SampleProject } from '../../runners/sampleProject';
import { isFullScale } from '../../support/scale';

/** Every project with what installs its runner. */
const PROJECTS: readonly (readonly [SampleProject, () => Promise<Tools>])[] = [
  ...NODE_PROJECTS.map((each) => [each, () => Promise.resolve({})] as const),
  [VITEST_PROJECT, async () => ({ modules: await installVitest() })],
  [PYTEST_PROJECT, async () => ({ env: await installPytest() })],
  ...GO_PROJECTS.map((each) => [each, async () => ({ env: await installGo() })] as const),
];

for (const [project, install] of PROJECTS) {
  const isPlayed = (kind: string): boolean => isFullScale || project.quick.includes(kind);
  describe(`a task with ${project.name}`, function () {
    this.timeout(120_000);
    let tools: Tools;
    before(async function () {
      this.timeout(900_000);
      tools = await install();
    });

    for (const [kind, entry] of Object.entries(project.tampering).filter(([each]) =>
      isPlayed(each),
    ))
      it(`is not done when the agent ${kind}`, async () => {
        const { code, status, reason, output } = await playProject(
          project,
          toScenario(entry),
          tools,
        );
        assert.equal(status, 'PAUSED_FOR_INTERVENTION', output);
        assert.match(reason, /proves nothing/, output);
        assert.notEqual(code, 0);
      });

    for (const [kind, entry] of Object.entries(project.honest).filter(([each]) => isPlayed(each)))
      it(`is done when the agent ${kind}`, async () => {
        const { start, edits } = toScenario(entry);
        const scenario = { ...(start && { start }), edits: { ...project.fix, ...edits } };
        const { code, output } = await playProject(project, scenario, tools);
        assert.equal(code, 0, output);
      });
  });
}
