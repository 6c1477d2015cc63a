import type { z } from 'zod'
import type { Issue, Values } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { issueOf } from '../messages.ts'

/** Most issues in one response, so that a response never grows larger than its request. */
const MAX_ISSUES = 20
/** The maximum number of characters of an unknown field's name to repeat in an error message. */
const MAX_NAME_LENGTH = 100

/** Converts Zod's issues to localized ones, at most `MAX_ISSUES`. */
export function issuesOf(error: z.ZodError, language: Language): Issue[] {
  // Find values of the wrong type. For these, Zod also reports an issue about the length, which is dropped below.
  const strangers = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(pathOf))
  const blanks = new Set(error.issues.filter(isTooShort).map(pathOf))
  return (
    error.issues
      .values()
      .filter((issue) => (issue.code !== 'too_big' && issue.code !== 'too_small') || !strangers.has(pathOf(issue)))
      // Drop custom issues about a blank text, because they only repeat that the text is blank.
      .filter((issue) => issue.code !== 'custom' || !blanks.has(pathOf(issue)))
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? unknownFields(issue, language) : [toIssue(issue, language)],
      )
      .take(MAX_ISSUES)
      .toArray()
  )
}

function* unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys, language: Language): Generator<Issue> {
  for (const key of issue.keys) {
    const field = key.slice(0, MAX_NAME_LENGTH)
    yield issueOf(language, [...issue.path, field].join('.'), 'unknown_field', { field })
  }
}

const isTooShort = ({ code }: z.core.$ZodIssue): boolean => code === 'too_small'

const pathOf = ({ path }: z.core.$ZodIssue): string => path.join('.')

const toIssue = (issue: z.core.$ZodIssue, language: Language): Issue =>
  issueOf(language, pathOf(issue), ...reasonOf(issue))

/**
 * Finds text that PostgreSQL cannot store: U+0000 and lone surrogates, in values and keys. Uses no recursion, because
 * JSON may be deeply nested.
 */
export function unstorableIn(value: unknown, language: Language): Issue[] {
  const issues: Issue[] = []
  const left: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let node = left.pop(); node && issues.length < MAX_ISSUES; node = left.pop()) {
    const { path, value } = node
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
      const inner = issue.errors.flat().find((branch) => branch.code !== 'invalid_type')
      return inner ? reasonOf(inner) : ['invalid']
    }
    default:
      return ['invalid']
  }
}
