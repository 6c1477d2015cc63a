import { readFileSync } from 'node:fs'

/** The result of a group of tests. */
export interface Sum {
  passed: number
  failed: number
  /** The runner's messages of failed tests. */
  failures: string[]
}

/** How a runner ended, and what it printed. */
interface Ended {
  code: number
  output: string
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Summarizes the Vitest report in `file`. */
export function readVitest(file: string, name: string, ended: Ended): Sum {
  return read(file, ended, (report: VitestReport) => ({
    passed: report.numPassedTests,
    // Count a test file that fails to load as one failure, because Vitest reports no failed test for it.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures: report.testResults.flatMap(({ name: file, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const said = tests.map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`)
      return (message ? [message, ...said] : said).map((text) => `${name}: ${file}: ${text}`)
    }),
  }))
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message: string }[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { ok: boolean; file: string; title: string; tests: { results: { errors: { message: string }[] }[] }[] }[]
}

/** Summarizes the Playwright report in `file`. */
export function readPlaywright(file: string, ended: Ended): Sum {
  return read(file, ended, ({ stats, errors, suites }: PlaywrightReport) => {
    const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok)
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      failures: [...errors.map(({ message }) => message), ...failed.flatMap(errorsOf)],
    }
  })
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function errorsOf({ file, title, tests }: PlaywrightSuite['specs'][number]): string[] {
  const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
  return errors.map(({ message }) => `${file}: ${title}\n${message}`)
}

/**
 * Reads the report of a test runner. Counts one failure if the runner writes no report, or exits with an error although
 * no test failed.
 */
function read<Report>(file: string, { code, output }: Ended, sum: (report: Report) => Sum): Sum {
  try {
    const counted = sum(JSON.parse(readFileSync(file, 'utf8')) as Report)
    if (code === 0 || counted.failed > 0) return counted
    return { ...counted, failed: 1, failures: [`The runner ended with ${code} although no test failed:\n${output}`] }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`The runner wrote no results (${String(error)}):\n${output}`] }
  }
}
