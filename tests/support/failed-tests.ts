import { relative } from 'node:path'
import type { TestCase as BrowserTest, TestResult } from '@playwright/test/reporter'
import type { TestCase } from 'vitest/node'

/** Starts a line that names a failed test. `bin/test.ts` prints these lines at once, and all results at the end. */
export const FAILED = 'Failed: '

const root = `${import.meta.dirname}/../..`

/** A reporter for Vitest and for Playwright. */
export default class FailedTests {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') print(test.module.moduleId, test.fullName)
  }

  onTestEnd(test: BrowserTest, { status }: TestResult): void {
    if (status === 'failed' || status === 'timedOut') print(test.location.file, test.title)
  }
}

const print = (file: string, title: string): void => console.log(`${FAILED}${relative(root, file)} ${title}`)
