import type { z } from 'zod'
import type { Issue, Values } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { issueOf } from '../messages.ts'

/** How many faults an answer names. Whoever sends more has a program to mend, and would be answered with more than they sent. */
const NAMED = 20
/** How much of the name of a member that no schema knows is said back, in characters. */
const LONGEST_NAME = 100

/** What a schema found wrong, in the reader's language, one entry a field, the first `NAMED` of them. */
export function issuesOf(error: z.ZodError, language: Language): Issue[] {
  // Zod measures how long a thing is even where it is not of the right kind at all.
  const strangers = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(pathOf))
  return error.issues
    .values()
    .filter((issue) => (issue.code !== 'too_big' && issue.code !== 'too_small') || !strangers.has(pathOf(issue)))
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? unknownFields(issue, language) : [toIssue(issue, language)],
    )
    .take(NAMED)
    .toArray()
}

function* unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys, language: Language): Generator<Issue> {
  for (const key of issue.keys) {
    const field = key.slice(0, LONGEST_NAME)
    yield issueOf(language, [...issue.path, field].join('.'), 'unknown_field', { field })
  }
}

const pathOf = ({ path }: z.core.$ZodIssue): string => path.join('.')

const toIssue = (issue: z.core.$ZodIssue, language: Language): Issue =>
  issueOf(language, pathOf(issue), ...reasonOf(issue))

/** Texts that no database keeps as they are: U+0000, and halves of surrogate pairs, also in names. Walked without recursion, since JSON may be deep. */
export function unstorableIn(value: unknown, language: Language): Issue[] {
  const issues: Issue[] = []
  const left: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let one = left.pop(); one && issues.length < NAMED; one = left.pop()) {
    const { path, value } = one
    if (typeof value === 'string') {
      if (isUnstorable(value)) issues.push(issueOf(language, path, 'unstorable'))
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      if (entries.some(([key]) => isUnstorable(key))) issues.push(issueOf(language, path, 'unstorable'))
      for (const [key, inner] of entries) left.push({ path: path ? `${path}.${key}` : key, value: inner })
    }
  }
  return issues
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

type Reason = [code: string, values?: Values]

function reasonOf(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'custom':
      return [String(issue.params?.text ?? 'invalid')]
    case 'too_small': {
      if (issue.origin === 'string' && issue.minimum === 1) return ['required']
      const minimum = Number(issue.minimum)
      if (issue.origin === 'array') return ['too_few', { minimum }]
      return issue.origin === 'string' ? ['too_short', { minimum }] : ['invalid']
    }
    case 'too_big': {
      const maximum = Number(issue.maximum)
      if (issue.origin === 'array') return ['too_many', { maximum }]
      return issue.origin === 'string' ? ['too_long', { maximum }] : ['invalid']
    }
    case 'invalid_type':
      return [issue.input === undefined ? 'required' : 'invalid']
    case 'invalid_format':
      if (issue.format === 'email' || issue.format === 'url') return [issue.format]
      return [issue.format === 'datetime' ? 'date' : 'invalid']
    case 'invalid_union': {
      const inner = issue.errors.flat().find((one) => one.code !== 'invalid_type')
      return inner ? reasonOf(inner) : ['invalid']
    }
    default:
      return ['invalid']
  }
}
