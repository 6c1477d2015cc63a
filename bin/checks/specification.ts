import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

// Checks docs/specification.md. Each row must name existing tests, or the decision that explains it.

const root = join(import.meta.dirname, '..', '..')
const DOCUMENT = 'docs/specification.md'

/** The format of a row: `| 2.14 | the requirement | its tests | its decision |`. One of the last two may be empty. */
const ROW = /^\| (\d+)\.(\d+) \| [^|]+ \|(?: (.*?))? \|(?: ([^|]*?))? \|$/
/** The head of a table, or the line of dashes below it. Such lines are no requirements. */
const HEAD = /^\| No\. \||^\|(?:-+\|)+$/
const SECTION = /^## (\d+)\. /
/** The tests that a row of docs/specification.md names: a file, then the titles of its tests, as in the source. */
const TESTS = /`([\w./-]+\.(?:test|spec)\.ts)` › (“[^”]+”(?:, “[^”]+”)*)/g
const TITLE = /“([^”]+)”/g
const DECISION = /\]\((decisions\/[\w.-]+\.md)\)/g
/** The test in this file only compares texts in the message catalogue. It does not prove that a user sees them. */
const CATALOGUE_TEST = 'web/lib/specified-texts.test.ts'
const BROWSER_TESTS = 'tests/browser/'

/**
 * The faults of the document, with their lines.
 * @param read returns a repository file, or undefined if it is missing
 */
export function faultsOf(document: string, read: (path: string) => string | undefined): string[] {
  const faults: string[] = []
  const sections = new Map<number, number>()
  let section = 0
  for (const [index, line] of document.split('\n').entries()) {
    const addFault = (what: string) => faults.push(`${DOCUMENT}:${index + 1} ${what}`)
    const heading = SECTION.exec(line)
    if (heading) {
      section = Number(heading[1])
      if (section !== sections.size + 1) addFault(`section ${sections.size + 1} is missing before ${section}`)
      sections.set(section, 0)
    }
    if (!line.startsWith('|') || HEAD.test(line)) continue
    const [, first, second, tests = '', decision = ''] = ROW.exec(line) ?? []
    if (first === undefined) {
      addFault('is a row without a number, or with another number of columns')
      continue
    }
    const number = (sections.get(section) ?? 0) + 1
    if (`${first}.${second}` !== `${section}.${number}`)
      addFault(`is ${first}.${second} where ${section}.${number} is due`)
    // Continue from this row's number, so that one gap is reported only once.
    sections.set(section, Number(first) === section ? Number(second) : number)
    for (const fault of faultsOfRow(tests, decision, read)) addFault(fault)
  }
  for (const [empty] of [...sections].filter(([, rows]) => rows === 0))
    faults.push(`${DOCUMENT} section ${empty} is empty`)
  if (sections.size === 0) faults.push(`${DOCUMENT} has no section`)
  return faults
}

/** Finds decision records with the number of an earlier record. A reference to such a number would be ambiguous. */
export const repeatedNumbers = (files: string[]): string[] =>
  files
    .toSorted()
    .filter((file, at, all) => all[at - 1]?.slice(0, 3) === file.slice(0, 3))
    .map((file) => `docs/decisions/${file} has the number of another decision`)

function faultsOfRow(testCell: string, decisionCell: string, read: (path: string) => string | undefined): string[] {
  const tests = [...testCell.matchAll(TESTS)]
  const decisions = [...decisionCell.matchAll(DECISION)].map(([, path = '']) => `docs/${path}`)
  const faults = decisions.filter((path) => read(path) === undefined).map((path) => `${path} is not there`)
  if (tests.length + decisions.length === 0) faults.push('names neither a test nor a decision')
  if (!/^(?:; )*$/.test(testCell.replaceAll(TESTS, ''))) faults.push('has a reference that cannot be read')
  if (/[›“”]|\.(?:test|spec)\.ts/.test(decisionCell)) faults.push('names a test in the column of decisions')
  const paths = tests.map(([, path = '']) => path)
  if (paths.includes(CATALOGUE_TEST) && !paths.some((path) => path.startsWith(BROWSER_TESTS)))
    faults.push('names no browser test that sees its text on a screen')
  for (const [, path = '', titles = ''] of tests) {
    const source = read(path)
    const existing = source === undefined ? undefined : titlesIn(source)
    if (existing === undefined) faults.push(`${path} is not there`)
    else
      for (const [, title = ''] of titles.matchAll(TITLE))
        if (!existing.has(title)) faults.push(`${path} has no test “${title}”`)
  }
  return faults
}

/** The titles of the tests that run, without groups and skipped tests. */
function titlesIn(source: string): Set<string> {
  const titles = new Set<string>()
  const visit = (node: unknown) => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    if (node.type === 'CallExpression') {
      const names = namesIn(node['callee'])
      if (names.some((name) => SKIPPED.has(name))) return
      const [title] = node['arguments'] as Node[]
      const isTitle =
        title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title['value'] === 'string')
      if (names[0] === 'test' && !names.includes('describe') && isTitle)
        titles.add(source.slice(title.start + 1, title.end - 1))
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync('a.ts', source).program)
  return titles
}

const SKIPPED: ReadonlySet<string> = new Set(['skip', 'fixme', 'todo', 'fails', 'skipIf', 'runIf'])

interface Node extends Record<string, unknown> {
  type: string
  start: number
  end: number
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The names in a callee: `test.describe.skip`, `test.each([…])`. */
function namesIn(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [callee['name'] as string]
  if (callee.type === 'MemberExpression') return [...namesIn(callee['object']), ...namesIn(callee['property'])]
  if (callee.type === 'CallExpression') return namesIn(callee['callee'])
  return callee.type === 'TaggedTemplateExpression' ? namesIn(callee['tag']) : []
}

if (process.argv[1] === import.meta.filename) {
  const known = new Map<string, string | undefined>()
  const read = (path: string) => {
    if (!known.has(path))
      known.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
    return known.get(path)
  }
  const faults = [
    ...faultsOf(readFileSync(join(root, DOCUMENT), 'utf8'), read),
    ...repeatedNumbers(readdirSync(join(root, 'docs/decisions'))),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
