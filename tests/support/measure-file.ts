import { afterAll, expect } from 'vitest'
import { addCost } from './file-costs.ts'
import { processorSeconds } from './processor-seconds.ts'

// Vitest runs this before each test file, and the hook after its last test.
const before = processorSeconds()
afterAll(() => addCost(expect.getState().testPath ?? '', processorSeconds() - before))
