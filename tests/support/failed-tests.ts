import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestCase as BrowserTest, TestResult } from '@playwright/test/reporter'
import type { TestCase } from 'vitest/node'

/**
 * Starts a line that names a failed test and its error. `bin/test.ts` prints these lines immediately, and all results
 * at the end.
 */
export const FAILED = 'Failed: '

/** The number of characters to print from the start and from the end of a long message. */
const SHOWN = 600

const root = `${import.meta.dirname}/../..`

/** A reporter for Vitest and for Playwright. */
export default class FailedTests {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'failed') print(test.module.moduleId, test.fullName, errors[0]?.message)
  }

  onTestEnd(test: BrowserTest, { status, error }: TestResult): void {
    if (status === 'failed' || status === 'timedOut') print(test.location.file, test.title, error?.message)
  }
}

function print(file: string, title: string, error = ''): void {
  const text = stripVTControlCharacters(error).replaceAll(/\s+/g, ' ')
  const message = text.length > 2 * SHOWN ? `${text.slice(0, SHOWN)} … ${text.slice(-SHOWN)}` : text
  console.log(`${FAILED}${relative(root, file)} ${title}: ${message}`)
}
