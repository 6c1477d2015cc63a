import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { addCost } from './file-costs.ts'
import { processorSeconds } from './processor-seconds.ts'

// Vitest runs this file before each test file, and the hook after the last test of that file.
const before = processorSeconds()
afterAll(() => addCost(expect.getState().testPath ?? '', processorSeconds() - before))

// The report shows only messages, so the message of a failed property-based test must contain its error.
fc.configureGlobal({ ...fc.readConfigureGlobal(), includeErrorInReport: true })
