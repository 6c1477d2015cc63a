import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,server,simulator,web}/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 12,
  },
})
