import { rulesOf, type Platform } from '../platforms/platform.ts'
import { placeholderFor } from '../platforms/placeholders.ts'
import { OPENINGS, ROLES, type Role } from './outline-roles.ts'
import { OUTLINE_TEXTS } from './outline-texts.ts'
import type { OutputLanguage } from '../words.ts'

// Outlines for a topic when no model is configured. The sections of an outline are empty; the author fills them in.

/** An empty section of an outline, with a hint in the post's language. */
export interface OutlinePlace {
  role: Role
  hint: string
}

export const SHAPES = {
  moment: ['opening_moment', 'proof', 'changed', 'surprise'],
  remedy: ['opening_figure', 'problem', 'cause', 'remedy'],
  belief: ['opening_quote', 'belief', 'broke', 'proof', 'now'],
  lessons: ['opening_quote', 'lesson_1', 'lesson_2', 'lesson_3'],
  news: ['opening_figure', 'news', 'proof', 'means', 'next'],
  offer: ['opening_moment', 'whom', 'gain', 'proof', 'step'],
} as const satisfies Record<string, readonly Role[]>
export type Shape = keyof typeof SHAPES

export function rolesOf(shape: Shape, platform: Platform): Role[] {
  return SHAPES[shape].slice(0, rulesOf(platform).outlineSections)
}

export function shapesFrom(first: Shape): Shape[] {
  const usual = ['moment', 'remedy', 'belief', 'lessons'] as const
  return [first, ...usual.filter((shape) => shape !== first)]
}

/** Sections above the topic, in this order. All other sections come between the topic and the closing question. */
const OPENERS: readonly Role[] = [...OPENINGS, 'topic']

export const placeOf = (role: Role, language: OutputLanguage): string =>
  placeholderFor(OUTLINE_TEXTS[language].places[role][0])

export const hintOf = (role: Role, language: OutputLanguage): string => OUTLINE_TEXTS[language].places[role][1]

export function roleOfTitle(title: string): { role: Role; language: OutputLanguage } | undefined {
  for (const language of ['english', 'arabic'] as const) {
    const role = ROLES.find((candidate) => OUTLINE_TEXTS[language].places[candidate][0] === title)
    if (role) return { role, language }
  }
  return undefined
}

/**
 * The text of an outline, with each section as a separate paragraph. `typed` holds the author's text for each section.
 */
export function withPlaces(
  written: string,
  roles: readonly Role[],
  language: OutputLanguage,
  typed: Partial<Record<Role, string>> = {},
): string {
  const [first = '', ...rest] = written.split('\n\n')
  const closing = rest.join('\n\n')
  const lineOf = (role: Role) => typed[role] || placeOf(role, language)
  const before = OPENERS.filter((role) => roles.includes(role)).map(lineOf)
  const after = roles.filter((role) => !OPENERS.includes(role)).map(lineOf)
  // Without a usable topic, the only written paragraph is the closing question.
  const isClosingAlone = closing === '' && roles.includes('topic')
  const parts = isClosingAlone ? [...before, ...after, first] : [...before, first, ...after, closing]
  return parts.filter((part) => part !== '').join('\n\n')
}
