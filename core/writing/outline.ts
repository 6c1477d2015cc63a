import { rulesOf, type Platform } from '../platforms/platform.ts'
import { placeholderFor } from '../platforms/placeholders.ts'
import { closingIndex } from './closing-index.ts'
import { OPENINGS, ROLES, type Role } from './outline-roles.ts'
import { FORMER_TITLES, OUTLINE_TEXTS } from './outline-texts.ts'
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

/** Sections of a post about a text of another author. */
export const VIEW_ROLES = ['view', 'own_case', 'left_out'] as const satisfies readonly Role[]

/** Extra sections of a long post. */
const MORE_ROLES = ['proof', 'surprise', 'means', 'next'] as const satisfies readonly Role[]

/** The maximum number of sections in an outline for a network. */
export const placeCount = (platform: Platform): number => rulesOf(platform).outlineSections ?? 6

/** The sections of an outline shape, limited to what fits the network and the length in characters. */
export function rolesOf(shape: Shape, platform: Platform, length?: readonly [from: number, to: number]): Role[] {
  const roles: readonly Role[] = SHAPES[shape]
  const [from, to] = length ?? [0, Infinity]
  const all = from > LONG ? [...roles, ...MORE_ROLES.filter((role) => !roles.includes(role))] : roles
  return all.slice(0, Math.min(placeCount(platform), to <= SHORT ? 3 : 6))
}

/** The maximum length, in characters, of a post that gets a short outline. */
const SHORT = 800
const LONG = 1_200

export function shapesFrom(first: Shape): Shape[] {
  const usual = ['moment', 'remedy', 'belief', 'lessons'] as const
  return [first, ...usual.filter((shape) => shape !== first)]
}

/** The first sections of an outline, up to the topic. All others are between the topic and the closing question. */
const OPENERS: readonly Role[] = [...OPENINGS, 'topic']

export const placeOf = (role: Role, language: OutputLanguage): string =>
  placeholderFor(OUTLINE_TEXTS[language].places[role][0])

export const hintOf = (role: Role, language: OutputLanguage): string => OUTLINE_TEXTS[language].places[role][1]

export function roleOfTitle(title: string): { role: Role; language: OutputLanguage } | undefined {
  for (const language of ['english', 'arabic'] as const) {
    const role = ROLES.find((candidate) => OUTLINE_TEXTS[language].places[candidate][0] === title)
    if (role) return { role, language }
  }
  return FORMER_TITLES.get(title)
}

/** The text of an outline with its sections as paragraphs. `typed` holds the author's text for each section. */
export function withPlaces(
  written: string,
  roles: readonly Role[],
  language: OutputLanguage,
  typed: Partial<Record<Role, string>> = {},
): string {
  const paragraphs = written.split('\n\n')
  const lineOf = (role: Role) => typed[role] || placeOf(role, language)
  const before = OPENERS.filter((role) => roles.includes(role)).map(lineOf)
  const after = roles.filter((role) => !OPENERS.includes(role)).map(lineOf)
  // Without a usable topic, the only finished paragraph is the closing question.
  const isClosingAlone = paragraphs.length === 1 && roles.includes('topic')
  const end = isClosingAlone ? 0 : closingIndex(paragraphs)
  const parts = [...before, ...paragraphs.slice(0, end), ...after, ...paragraphs.slice(end)]
  return parts.filter((part) => part !== '').join('\n\n')
}

/**
 * The text of a draft that is stored before the author sees it, with the empty sections of its outline. A draft that
 * quotes an article is complete without them.
 */
export function withNeededPlaces(
  content: string,
  outline: readonly Pick<OutlinePlace, 'role'>[] | undefined,
  language: OutputLanguage,
): string {
  const roles = outline?.map(({ role }) => role) ?? []
  const isComplete = roles.includes('view') && !roles.includes('finding')
  return roles.length === 0 || isComplete ? content : withPlaces(content, roles, language)
}
