import { selectedVariant, type Card, type Change, type Version } from './draft.ts'

const MAX_VERSIONS = 50
/** The limit for all versions of a draft. Browser storage has space for five such drafts with their sources. */
const MAX_CHARACTERS = 60_000
const MAX_AGE_MS = 90 * 86_400_000
/** Pauses in typing up to this long do not start a new version. */
const SAME_EDIT_MS = 600_000

/**
 * Adds changed texts as versions.
 * @param isOfBoth whether the change brought both languages into agreement
 */
export function withVersions(cards: Card[], how: Change, isOfBoth: boolean, now: number): Card[] {
  const kept = cards.map((card) => withVersion(card, how, now))
  const isNew = (card: Card) => !cards.includes(card)
  const all = kept.map((card) => {
    const sibling = siblingAmong(kept, card)
    if (!sibling) return card
    // A draft that has just changed counts as matching its translation, because the author has seen both.
    const isInStep = isNew(card) || card.inStepWith === undefined || (isOfBoth && isNew(sibling))
    return isInStep && card.inStepWith !== sibling.versionId ? { ...card, inStepWith: sibling.versionId } : card
  })
  return all.every((card, at) => card === cards[at]) ? cards : all
}

export const siblingAmong = (cards: readonly Card[], { idea, platform, language }: Card): Card | undefined =>
  idea === undefined
    ? undefined
    : cards.find((card) => card.idea === idea && card.platform === platform && card.language !== language)

export function changesBehind({ inStepWith = 0 }: Card, { versions = [], versionId }: Card): number {
  if (versionId === inStepWith) return 0
  return Math.max(1, versions.filter(({ id }) => id > inStepWith).length)
}

function withVersion(card: Card, how: Change, now: number): Card {
  const { content } = selectedVariant(card)
  const versions = card.versions ?? []
  const shown = shownVersion(card)
  if (shown?.content === content) return card
  const last = versions.at(-1)
  const id = (last?.id ?? 0) + 1
  // Extend the last edit instead of adding a version. Its new id shows that a translation of the old text is outdated.
  if (how === 'edited' && shown?.how === 'edited' && shown === last && now - shown.at < SAME_EDIT_MS) {
    const before = versions.find(({ id }) => id === shown.from)
    // Drop the edit's version if the edit has restored the earlier text, or removed the slash that opened the insert
    // menu.
    if (before?.content === content) return { ...card, versions: versions.slice(0, -1), versionId: before.id }
    return { ...card, versions: [...versions.slice(0, -1), { ...shown, id, content, at: now }], versionId: id }
  }
  const isOwn = shown || how === 'opened' || how === 'translate'
  const version = { id, content, how: isOwn ? how : 'written', at: now, from: shown?.id ?? null }
  return { ...card, versions: withinBounds([...versions, version], now), versionId: id }
}

export const shownVersion = ({ versions, versionId }: Card): Version | undefined =>
  versions?.find(({ id }) => id === versionId)

export function versionBefore(card: Card): Version | undefined {
  const from = shownVersion(card)?.from
  return card.versions?.find(({ id }) => id === from)
}

export function translationIn(cards: readonly Card[], card: Card): Card | undefined {
  const sibling = siblingAmong(cards, card)
  const isLast = (one: Card, other: Card) => {
    const version = shownVersion(one)
    return version?.how === 'translate' && version.from === null && (shownVersion(other)?.at ?? 0) <= version.at
  }
  if (!sibling) return undefined
  return isLast(card, sibling) ? card : isLast(sibling, card) ? sibling : undefined
}

function withinBounds(versions: Version[], now: number): Version[] {
  const kept: Version[] = []
  let characters = 0
  for (const version of versions.toReversed()) {
    characters += version.content.length
    const isOver = kept.length >= MAX_VERSIONS || characters > MAX_CHARACTERS || now - version.at > MAX_AGE_MS
    if (kept.length > 0 && isOver) break
    kept.unshift(version)
  }
  return kept
}
