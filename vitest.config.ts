import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,bin,core,server,simulator,web}/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/measure-file.ts',
    // A busy machine takes its time; what hangs is found all the same.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // A report of the run has nothing but the message: it is to name all that is wrong.
    chaiConfig: { truncateThreshold: 0 },
    pool: 'forks',
    // Each embedded database has 128 MB that are hardly touched. V8 would look through its whole heap for each one opened.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    // No test file changes what others import, so that one process may read it once for all of its files.
    isolate: false,
    maxWorkers: 2,
    // Enough for whatever waits; more would make everything that is timed wait for a processor.
    maxConcurrency: 4,
  },
})
