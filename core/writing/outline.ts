import type { Platform } from '../platforms/platform.ts'
import { openPlace } from '../platforms/open-places.ts'
import { OPENINGS, ROLES, type Role } from './outline-roles.ts'
import { OUTLINE_TEXTS } from './outline-texts.ts'
import type { OutputLanguage } from '../words.ts'

// What is written of a bare topic without a model: no prose, but places to fill by who knows.

/** An empty place: what belongs there, and a hint in the post's language. */
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

/** A network with little room has few places. */
const MOST_PLACES: Partial<Record<Platform, number>> = { twitter: 2, threads: 3 }

/** The places of a shape on a network. */
export function rolesOf(shape: Shape, platform: Platform): Role[] {
  return SHAPES[shape].slice(0, MOST_PLACES[platform])
}

/** The shapes, the one that is meant first. */
export function shapesFrom(first: Shape): Shape[] {
  const usual = ['moment', 'remedy', 'belief', 'lessons'] as const
  return [first, ...usual.filter((shape) => shape !== first)]
}

/** These stand above the topic, in this order; the others between it and the closing question. */
const OPENERS: readonly Role[] = [...OPENINGS, 'topic']

export const placeOf = (role: Role, language: OutputLanguage): string =>
  openPlace(OUTLINE_TEXTS[language].places[role][0])

/** The hint that a place of its language has of itself. */
export const hintOf = (role: Role, language: OutputLanguage): string => OUTLINE_TEXTS[language].places[role][1]

/** The role of a place by its title, in whichever language. */
export function roleOfTitle(title: string): { role: Role; language: OutputLanguage } | undefined {
  for (const language of ['english', 'arabic'] as const) {
    const role = ROLES.find((one) => OUTLINE_TEXTS[language].places[one][0] === title)
    if (role) return { role, language }
  }
  return undefined
}

/**
 * A draft as it is filled in: the written text with its places, each on a line of its own.
 * @param typed what stands in a place already
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
  // Without a topic that can stand there, the one paragraph is the closing question.
  const isClosingAlone = closing === '' && roles.includes('topic')
  const parts = isClosingAlone ? [...before, ...after, first] : [...before, first, ...after, closing]
  return parts.filter((part) => part !== '').join('\n\n')
}
