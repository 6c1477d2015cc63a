import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,bin,core,server,simulator,web}/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/each-file.ts',
    // Long enough for a busy machine; a test that hangs still ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The report holds the message only, so the message must be complete.
    chaiConfig: { truncateThreshold: 0 },
    pool: 'forks',
    // Each embedded database allocates 128 MB outside V8's heap, which would start a full garbage collection.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    // No test file changes imported modules, so a process loads them once for all its files.
    isolate: false,
    maxWorkers: 2,
    // More tests at once would delay those that measure time.
    maxConcurrency: 4,
  },
})
