import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parseSync } from 'vite'

// Checks that comments, test titles, docs and messages are in plain English. The limit per folder in words.json may
// only go down. `bin/checks/words.ts list PATH…` prints faults, and `bin/checks/words.ts lower` lowers the limits.

const root = join(import.meta.dirname, '..', '..')
const LIMITS = 'bin/checks/words.json'
const LONGEST_SENTENCE = 25
const CODE = ['*.ts', '{bench,bin,core,scripts,server,simulator,tests,web}/**/*.{ts,tsx,mjs,js,css,sql}']
const DOCS = ['*.md', 'docs/**/*.md']
const MESSAGES = 'core/messages/en/*.json'
/** Migrations up to this number are never edited, so their words are not checked. */
const LAST_FROZEN_MIGRATION = '0064'

const FAULTS: [name: string, pattern: RegExp][] = [
  ['whoever', /\bwhoever\b/gi],
  ['nobody', /\bnobody\b/gi],
  ['somebody', /\bsomebody\b/gi],
  ['anew', /\banew\b/gi],
  ['beside', /\bbeside\b/gi],
  ['is told', /\b(?:is|are|was|were|be|been|being) told\b/gi],
  ['by itself', /\bby itself\b/gi],
  ['of its own', /\bof its own\b/gi],
  ['all the same', /\ball the same\b/gi],
  ['the very', /\bthe very\b/gi],
]
/**
 * Phrases that messages must not contain. Instead of “go out” they say “publish”, and instead of “needs you” “needs
 * your attention”.
 */
const MESSAGE_FAULTS: [name: string, pattern: RegExp][] = [
  ['go out', /\b(?:go|goes|going|gone|went) out\b/gi],
  ['this Frogy', /\bthis Frogy\b/g],
  ['needs you', /\bneeds? you\b/gi],
  ['at once', /\bat once\b/gi],
  ['once more', /\bonce more\b/gi],
  ['put away', /\bput away\b/gi],
]
const OPENS_WITH_PRONOUN = /^(?:What|Who|Which|Whose)\b(?!.*\?$)/

interface Fault {
  line: number
  name: string
  text: string
}

/** A passage of prose and the line on which it starts. */
interface Passage {
  line: number
  text: string
}

/** Faults in one file. The path decides how its prose is found. */
function faultsIn(path: string, source: string): Fault[] {
  const patterns = path.endsWith('.json') ? [...FAULTS, ...MESSAGE_FAULTS] : FAULTS
  return passagesIn(path, source).flatMap(({ line, text }) =>
    faultsInPassage(text, patterns).map((fault) => ({ ...fault, line })),
  )
}

function faultsInPassage(text: string, patterns: typeof FAULTS): Omit<Fault, 'line'>[] {
  return sentencesIn(text).flatMap((sentence) => {
    const words = sentence.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
    return [
      ...patterns.flatMap(([name, pattern]) => [...sentence.matchAll(pattern)].map(() => name)),
      ...(OPENS_WITH_PRONOUN.test(sentence) ? ['opens with What, Who, Which or Whose'] : []),
      ...(words.length > LONGEST_SENTENCE ? [`${words.length} words`] : []),
    ].map((name) => ({ name, text: sentence }))
  })
}

function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])["”)]?\s+(?=["“(`*]*[\p{Lu}\p{N}`])/u)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function passagesIn(path: string, source: string): Passage[] {
  if (path.endsWith('.md')) return passagesInMarkdown(source)
  if (path.endsWith('.json')) return passagesInMessages(source)
  if (path.endsWith('.sql')) return lineComments(source, '--')
  if (path.endsWith('.css')) return blockComments(source)
  return passagesInScript(path, source)
}

/** Paragraphs, list items, headings and table cells, without code. */
function passagesInMarkdown(source: string): Passage[] {
  const passages: Passage[] = []
  let open: Passage | undefined
  let isCode = false
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode || /^\s*```/.test(line) || line.trim() === '') {
      open = undefined
      continue
    }
    // Ignore quoted test titles, because their faults already count in the test file.
    const text = line
      .replaceAll(/ › “[^”]*”(?:, “[^”]*”)*/g, '')
      .replaceAll(/`[^`]*`/g, 'code')
      .replaceAll(/\]\([^)]*\)/g, ']')
    if (text.startsWith('|')) {
      open = undefined
      passages.push(...text.split('|').map((cell) => ({ line: index + 1, text: cell.trim() })))
    } else if (!open || /^\s*(?:[-*]|\d+\.|#+|>)\s/.test(text)) {
      open = { line: index + 1, text: text.replace(/^\s*(?:[-*]|\d+\.|#+|>)\s/, '') }
      passages.push(open)
      if (text.startsWith('#')) open = undefined
    } else open.text += ` ${text.trim()}`
  }
  return passages
}

/** Each line of a message as users see it, once for each of its plural and select forms. */
function passagesInMessages(source: string): Passage[] {
  const values = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(values)
  const lines = source.split('\n')
  return values(JSON.parse(source)).flatMap((message) => {
    const line = lines.findIndex((text) => text.includes(JSON.stringify(message).slice(1, -1))) + 1
    const shown = formsOf(parse(message)).flatMap((form) => form.split('\n'))
    return [...new Set(shown)].map((text) => ({ line, text }))
  })
}

/** The variants of a message: the first uses the first form of each plural and select, and so on. */
function formsOf(message: MessageFormatElement[]): string[] {
  let count = 1
  const render = (elements: MessageFormatElement[], form: number): string =>
    elements.map((element) => renderOne(element, form)).join('')
  const renderOne = (element: MessageFormatElement, form: number): string => {
    if (element.type === TYPE.literal) return element.value
    if (element.type === TYPE.pound) return '2'
    if (element.type === TYPE.tag) return render(element.children, form)
    if (element.type !== TYPE.plural && element.type !== TYPE.select)
      return `“${element.value.charAt(0).toUpperCase()}${element.value.slice(1)}”`
    const options = Object.values(element.options)
    count = Math.max(count, options.length)
    return render(options[Math.min(form, options.length - 1)]?.value ?? [], form)
  }
  const forms = [render(message, 0)]
  while (forms.length < count) forms.push(render(message, forms.length))
  return forms
}

function lineComments(source: string, mark: string): Passage[] {
  // A comment begins at the start of a line or after a space. Elsewhere its mark, such as `--`, belongs to a value,
  // such as a token in a dump.
  const comment = new RegExp(String.raw`(?:^|\s)${RegExp.escape(mark)}(.*)`)
  return joined(
    source.split('\n').flatMap((line, index) => {
      const text = comment.exec(line)?.[1]
      return text === undefined ? [] : [{ line: index + 1, text: text.trim() }]
    }),
  )
}

function blockComments(source: string): Passage[] {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].flatMap(({ 1: text = '', index }) =>
    passagesInBlock(text, lineAt(source, index)),
  )
}

/** Comments, and the titles of tests and their groups. */
function passagesInScript(path: string, source: string): Passage[] {
  const { comments, program } = parseSync(path, source)
  const blocks: Passage[] = []
  const lines: Passage[] = []
  for (const { type, value, start } of comments) {
    const line = lineAt(source, start)
    if (type === 'Line') lines.push({ line, text: value.trim() })
    else blocks.push(...passagesInBlock(value, line))
  }
  return [...blocks, ...joined(lines), ...titlesIn(program, source)].toSorted((one, other) => one.line - other.line)
}

/** Each tag of a docstring and each paragraph starts a passage. */
function passagesInBlock(text: string, line: number): Passage[] {
  const passages: Passage[] = []
  let open: Passage | undefined
  for (const [index, raw] of text.split('\n').entries()) {
    const content = raw.replace(/^\s*\*+\s?/, '').trim()
    if (content === '') open = undefined
    else if (!open || content.startsWith('@')) {
      open = { line: line + index, text: content.replace(/^@(?:param \S+|\w+)\s*/, '') }
      passages.push(open)
    } else open.text += ` ${content}`
  }
  return passages
}

/** Joins comments on consecutive lines into one passage. */
function joined(lines: Passage[]): Passage[] {
  const passages: (Passage & { last: number })[] = []
  for (const { line, text } of lines) {
    const former = passages.at(-1)
    if (former?.last === line - 1) {
      former.text += ` ${text}`
      former.last = line
    } else passages.push({ line, text, last: line })
  }
  return passages
}

const TITLED = new Set(['test', 'describe', 'it', 'forBoth'])

function titlesIn(program: unknown, source: string): Passage[] {
  const titles: Passage[] = []
  const visit = (node: unknown) => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    const [title] = node.type === 'CallExpression' ? (node['arguments'] as Node[]) : []
    const isText =
      title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title['value'] === 'string')
    if (title && isText && TITLED.has(nameOf(node['callee'])))
      titles.push({ line: lineAt(source, title.start), text: source.slice(title.start + 1, title.end - 1) })
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return titles
}

interface Node extends Record<string, unknown> {
  type: string
  start: number
  end: number
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The first name of a callee: `test` for `test.each([…])`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return callee['name'] as string
  return nameOf(callee['object'] ?? callee['callee'] ?? callee['tag'])
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

/**
 * Each second-level folder has its own limit. The messages, the docs and the files of the root folder have one limit
 * each.
 */
function folderOf(path: string): string {
  if (path.endsWith('.md')) return 'docs'
  if (path.startsWith('core/messages/')) return 'core/messages/en'
  return path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.\w+$/, '')
}

function counted(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of proseFiles()) {
    const count = faultsIn(path, readFileSync(join(root, path), 'utf8')).length
    if (count > 0) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + count)
  }
  return counts
}

function proseFiles(): string[] {
  const isFrozen = (path: string) =>
    path.startsWith('server/db/migrations/') && path.slice('server/db/migrations/'.length) < `${LAST_FROZEN_MIGRATION}~`
  return globSync([...CODE, ...DOCS, MESSAGES], { cwd: root })
    .filter((path) => !isFrozen(path))
    .toSorted()
}

if (process.argv[1] === import.meta.filename) {
  const [command, ...paths] = process.argv.slice(2)
  if (command === 'list') {
    for (const path of proseFiles().filter((file) => paths.some((under) => file.startsWith(under))))
      for (const { line, name, text } of faultsIn(path, readFileSync(join(root, path), 'utf8')))
        console.log(`${path}:${line} ${name}: ${text}`)
  } else if (command === 'lower') {
    const limits = Object.fromEntries([...counted()].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    writeFileSync(join(root, LIMITS), `${JSON.stringify(limits, undefined, 2)}\n`)
  } else {
    const limits = JSON.parse(readFileSync(join(root, LIMITS), 'utf8')) as Record<string, number>
    for (const [folder, count] of counted()) {
      if (count <= (limits[folder] ?? 0)) continue
      console.error(
        `${folder}: ${count} faults of wording, ${limits[folder] ?? 0} allowed. See: bin/checks/words.ts list`,
      )
      process.exitCode = 1
    }
  }
}
