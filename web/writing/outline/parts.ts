import { closingIndex } from '#core/writing/closing-index.ts'
import {
  hintOf,
  placeOf,
  roleOfTitle,
  rolesOf,
  SHAPES,
  VIEW_ROLES,
  type OutlinePlace,
  type Shape,
} from '#core/writing/outline.ts'
import { OPENINGS, type Role } from '#core/writing/outline-roles.ts'
import { OUTLINE_TEXTS } from '#core/writing/outline-texts.ts'
import type { OutputLanguage } from '#core/words.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'

export type Part = { role: null; text: string } | { role: Role; language: OutputLanguage; text: string }
export type Place = Part & { role: Role }

export const isPlace = (part: Part): part is Place => part.role !== null

export function partsOf(text: string): Part[] {
  return text.split(/\n{2,}/u).map((paragraph) => {
    const [title] = findPlaceholders(paragraph)
    const known = title === undefined ? undefined : roleOfTitle(title)
    return known ? { ...known, text: '' } : { role: null, text: paragraph }
  })
}

/** Converts the parts of an outline to text. Empty parts become placeholders, which every API client can recognize. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (isPlace(part) && part.text.trim() === '' ? placeOf(part.role, part.language) : part.text))
    .filter((text) => text !== '')
    .join('\n\n')
}

export const titleOf = ({ role, language }: Place): string => OUTLINE_TEXTS[language].places[role][0]

export const hintFor = ({ role, language }: Place, places: readonly OutlinePlace[] = []): string =>
  places.find((place) => place.role === role)?.hint ?? hintOf(role, language)

export const isEmpty = (part: Part): boolean => isPlace(part) && part.text.trim() === ''

export const isOpening = (role: Role): boolean => (OPENINGS as readonly Role[]).includes(role)

const kindOf = (role: Role): Role => (isOpening(role) ? 'opening_moment' : role)

export function otherShapes(parts: readonly Part[], platform: Platform): Shape[] {
  const presentRoles = new Set(parts.filter(isPlace).map(({ role }) => kindOf(role)))
  const isThis = (shape: Shape) => rolesOf(shape, platform).every((role) => presentRoles.has(kindOf(role)))
  return (Object.keys(SHAPES) as Shape[]).filter((shape) => !isThis(shape)).slice(0, 4)
}

/**
 * Changes the structure of an outline. Keeps the author's texts: in the same section if the new structure has it, else
 * at the end.
 */
export function withShape(parts: readonly Part[], shape: Shape, platform: Platform): Part[] {
  const places = parts.filter(isPlace)
  const written = parts.filter((part) => !isPlace(part))
  const language = places[0]?.language ?? 'english'
  const used = new Set<Place>()
  const next = rolesOf(shape, platform).map((role): Place => {
    const same = places.find((place) => kindOf(place.role) === kindOf(role) && !isEmpty(place) && !used.has(place))
    if (same) used.add(same)
    return same ?? { role, language, text: '' }
  })
  // Sections that depend on the input, such as the topic, stay in every structure.
  const asked = places.filter(({ role }) => KEPT.includes(role))
  const rest = places.filter((place) => !isEmpty(place) && !used.has(place) && !asked.includes(place))
  const asksTopic = asked.some(({ role }) => role === 'topic')
  const hasTopic = written.length > 1 || (!asksTopic && /[^?؟]$/u.test(written[0]?.text ?? ''))
  const isArticle = asked.some(({ role }) => role === 'view')
  const topic = written.slice(0, isArticle ? closingIndex(written.map(({ text }) => text)) : hasTopic ? 1 : 0)
  const above = next.filter(({ role }) => isOpening(role))
  const below = next.filter(({ role }) => !isOpening(role))
  const middle = isArticle ? [...topic, ...asked] : [...asked, ...topic]
  return [...above, ...middle, ...below, ...rest, ...written.slice(topic.length)]
}

const KEPT: readonly Role[] = ['topic', 'finding', ...VIEW_ROLES]
