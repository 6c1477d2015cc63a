import { expect, test } from 'vitest'
import { faultsOf, repeatedNumbers } from './specification.ts'

const FILES: Record<string, string> = {
  'core/a.test.ts':
    "test('goes out once', () => {})\ntest.each([])(\n  '%s is refused', () => {})\ndescribe('a post', () => {})",
  'tests/browser/b.spec.ts': 'test(`the main job (${language})`, async () => {})\ntest("it\'s said", () => {})',
  'core/c.test.ts': `// test('was taken out', () => {})
/* test('was taken out', () => {}) */
const text = "test('was taken out')"
test.skip('is skipped', () => {})
test.fixme('is broken', () => {})
test.todo('is to come')
describe.skip('a group', () => { test('is in a group that is skipped', () => {}) })
describe('a group', () => { test('is in a group', { timeout: 9 }, () => {}) })
test.for([1])('%i is run', () => {})`,
  'web/lib/specified-texts.test.ts': "test('shows the specified texts', () => {})",
  'docs/decisions/001-one.md': '# One',
}
const ONCE = '`core/a.test.ts` › “goes out once”'
const faults = (...lines: string[]) => faultsOf(lines.join('\n'), (path) => FILES[path])
const row = (id: string, tests: string, decision = '') =>
  `| ${id} | something |${tests && ` ${tests}`} |${decision && ` ${decision}`} |`
const held = (tests: string, decision?: string) => faults('## 1. First', row('1.1', tests, decision))

test.each([
  ['a test', ONCE, ''],
  ['several of one file', '`core/a.test.ts` › “goes out once”, “%s is refused”', ''],
  [
    'tests whose titles are put together or hold quotes',
    "`tests/browser/b.spec.ts` › “the main job (${language})”, “it's said”",
    '',
  ],
  ['tests of a group, and with settings', '`core/c.test.ts` › “is in a group”, “%i is run”', ''],
  ['a decision', '', 'Otherwise: [ADR 001](decisions/001-one.md)'],
  ['both', ONCE, 'Elsewhere: [ADR 001](decisions/001-one.md)'],
  ['a test, and words on it', ONCE, 'As in Basic'],
])('accepts a row of docs/specification.md with these references: %s', (_what, tests, decision) => {
  expect(held(tests, decision)).toEqual([])
})

test.each([
  ['a file that is gone', '`core/gone.test.ts` › “goes out once”', 'core/gone.test.ts is not there'],
  ['a title that is gone', '`core/a.test.ts` › “goes out twice”', 'core/a.test.ts has no test “goes out twice”'],
  ['half a title', '`core/a.test.ts` › “goes out”', 'core/a.test.ts has no test “goes out”'],
  ...['was taken out', 'is skipped', 'is broken', 'is to come', 'is in a group that is skipped'].map((title) => [
    `a test that ${title}`,
    `\`core/c.test.ts\` › “${title}”`,
    `core/c.test.ts has no test “${title}”`,
  ]),
  ['a group of tests', '`core/a.test.ts` › “a post”', 'core/a.test.ts has no test “a post”'],
  ['a file alone', `${ONCE}; \`core/a.test.ts\``, 'has a reference that cannot be read'],
  ['a title alone', `${ONCE}; “goes out once”`, 'has a reference that cannot be read'],
])('rejects a row of docs/specification.md whose test reference is %s', (_what, text, fault) => {
  expect(held(text)).toEqual([`docs/specification.md:2 ${fault}`])
})

test.each([
  ['a decision that is gone', '', '[ADR 002](decisions/002-two.md)', 'docs/decisions/002-two.md is not there'],
  ['nothing', '', 'It works.', 'names neither a test nor a decision'],
  ['words among tests', `Once: ${ONCE}`, '', 'has a reference that cannot be read'],
  ['a test among decisions', ONCE, 'Or `core/a.test.ts`', 'names a test in the column of decisions'],
])('rejects a row of docs/specification.md whose columns contain %s', (_what, tests, decision, fault) => {
  expect(held(tests, decision)).toEqual([`docs/specification.md:2 ${fault}`])
})

test('rejects a row of docs/specification.md of three columns', () => {
  expect(faults('## 1. First', `| 1.1 | something | ${ONCE} |`, row('1.1', ONCE))).toEqual([
    'docs/specification.md:2 is a row without a number, or with another number of columns',
  ])
})

test('rejects a row of docs/specification.md about a text on a screen that names no browser test', () => {
  const texts = '`web/lib/specified-texts.test.ts` › “shows the specified texts”'
  const fault = 'docs/specification.md:2 names no browser test that sees its text on a screen'
  expect(held(texts)).toEqual([fault])
  expect(held(`${ONCE}; ${texts}`)).toEqual([fault])
  expect(held("`tests/browser/b.spec.ts` › “it's said”; " + texts)).toEqual([])
})

test('rejects a row of docs/specification.md whose number is skipped, repeated or of another section', () => {
  expect(faults('## 1. First', row('1.1', ONCE), row('1.3', ONCE), row('1.4', ONCE))).toEqual([
    'docs/specification.md:3 is 1.3 where 1.2 is due',
  ])
  expect(faults('## 1. First', row('1.1', ONCE), row('1.1', ONCE))).toEqual([
    'docs/specification.md:3 is 1.1 where 1.2 is due',
  ])
  expect(faults('## 1. First', row('2.1', ONCE))).toEqual(['docs/specification.md:2 is 2.1 where 1.1 is due'])
})

test('accepts row numbers that continue below a subheading and restart in the next section', () => {
  const head = ['| No. | Requirement | Tests | Decision |', '|---|---|---|---|']
  expect(
    faults(
      '## 1. First',
      ...head,
      row('1.1', ONCE),
      '### Part',
      ...head,
      row('1.2', ONCE),
      '## 2. Next',
      row('2.1', ONCE),
    ),
  ).toEqual([])
})

test('rejects an empty section, a missing section and a row that has no number', () => {
  expect(faults('## 1. First', '| something | it works |')).toEqual([
    'docs/specification.md:2 is a row without a number, or with another number of columns',
    'docs/specification.md section 1 is empty',
  ])
  expect(faults('## 1. First', row('1.1', ONCE), '## 3. Third', row('3.1', ONCE))).toEqual([
    'docs/specification.md:3 section 2 is missing before 3',
  ])
  expect(faults('')).toEqual(['docs/specification.md has no section'])
})

test('reports two decision records with the same number', () => {
  expect(repeatedNumbers(['002-two.md', '001-one.md', '002-other.md'])).toEqual([
    'docs/decisions/002-two.md has the number of another decision',
  ])
  expect(repeatedNumbers(['001-one.md', '002-two.md'])).toEqual([])
})
