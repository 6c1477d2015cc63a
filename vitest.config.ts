import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Tests of whole processes wait most of their time: begun first, they wait beside all the others. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOfProcesses = ({ moduleId }: TestSpecification) => /\/tests\/(?:kill|chaos)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isOfProcesses), ...sorted.filter((file) => !isOfProcesses(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{core,server,simulator,web}/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    sequence: { sequencer: ProcessesFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // No test file changes what others import, so that one process may read it once for all of its files.
    isolate: false,
    maxWorkers: 2,
    maxConcurrency: 12,
  },
})
