import { selectedVariant, type Card, type Change, type Version } from './draft.ts'

const MOST_VERSIONS = 50
/** Of all of a card's together: a browser has room for five cards of it, and their sources. */
const MOST_CHARACTERS = 60_000
const KEPT_MS = 90 * 86_400_000
/** What is typed without a longer pause is one change. */
const SAME_EDIT_MS = 600_000

/**
 * The cards, the text of each kept as a version, and each in step with its sibling as far as it is.
 * @param isOfBoth whether the change made a card and its sibling say the same
 */
export function withVersions(cards: Card[], how: Change, isOfBoth: boolean, now: number): Card[] {
  const kept = cards.map((card) => withVersion(card, how, now))
  const isNew = (card: Card) => !cards.includes(card)
  const all = kept.map((card) => {
    const sibling = siblingAmong(kept, card)
    if (!sibling) return card
    // Whoever changes one of two texts has seen the other.
    const isInStep = isNew(card) || card.inStepWith === undefined || (isOfBoth && isNew(sibling))
    return isInStep && card.inStepWith !== sibling.versionId ? { ...card, inStepWith: sibling.versionId } : card
  })
  return all.every((card, at) => card === cards[at]) ? cards : all
}

/** The same idea in the other language. */
export const siblingAmong = (cards: readonly Card[], { idea, platform, language }: Card): Card | undefined =>
  idea === undefined
    ? undefined
    : cards.find((one) => one.idea === idea && one.platform === platform && one.language !== language)

/** How many changes of its sibling a text does not know of. */
export function changesBehind({ inStepWith = 0 }: Card, { versions = [], versionId }: Card): number {
  if (versionId === inStepWith) return 0
  return Math.max(1, versions.filter(({ id }) => id > inStepWith).length)
}

/** The card with its text as a version, where it has none yet. */
function withVersion(card: Card, how: Change, now: number): Card {
  const { content } = selectedVariant(card)
  const versions = card.versions ?? []
  const shown = shownVersion(card)
  if (shown?.content === content) return card
  const last = versions.at(-1)
  const id = (last?.id ?? 0) + 1
  // Under a number of its own all the same: a sibling that knew of the half-typed text is behind.
  if (how === 'edited' && shown?.how === 'edited' && shown === last && now - shown.at < SAME_EDIT_MS)
    return { ...card, versions: [...versions.slice(0, -1), { ...shown, id, content, at: now }], versionId: id }
  const isOwn = shown || how === 'opened' || how === 'translate'
  const version = { id, content, how: isOwn ? how : 'written', at: now, from: shown?.id ?? null }
  return { ...card, versions: withinBounds([...versions, version], now), versionId: id }
}

export const shownVersion = ({ versions, versionId }: Card): Version | undefined =>
  versions?.find(({ id }) => id === versionId)

/** The text that the shown one was made of, as long as it is kept. */
export function versionBefore(card: Card): Version | undefined {
  const from = shownVersion(card)?.from
  return card.versions?.find(({ id }) => id === from)
}

/** Of a text and its sibling the one that was translated from the other, as long as that is the last that was done to either. */
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
    const isOver = kept.length >= MOST_VERSIONS || characters > MOST_CHARACTERS || now - version.at > KEPT_MS
    if (kept.length > 0 && isOver) break
    kept.unshift(version)
  }
  return kept
}
