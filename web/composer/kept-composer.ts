import { keepStored, readStored } from '../lib/stored.ts'
import { EMPTY, type Card, type ComposerState } from './composer-state.ts'

/** Raised when the shape below changes; what an older version kept is then left alone. */
const VERSION = 1

type Kept = { version: number; input: ComposerState['input']; cards: Card[] }

function keyOf(userId: string): string {
  return `frogy.composer.${userId}`
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
}

/** What this person had on the desk in this browser. */
export function readComposer(userId: string): ComposerState {
  const kept = readStored(keyOf(userId), isKept)
  if (!kept) return EMPTY
  return { input: { ...EMPTY.input, ...kept.input }, cards: kept.cards.map(afterReload), sent: [] }
}

export function keepComposer(userId: string, { input, cards }: ComposerState): void {
  keepStored(keyOf(userId), { version: VERSION, input, cards } satisfies Kept)
}

export function hasKeptDrafts(userId: string): boolean {
  return readComposer(userId).cards.length > 0
}

/** Whoever left while a card was being sent does not know its outcome; its key finds it again. */
function afterReload(card: Card): Card {
  const deliveries = Object.entries(card.deliveries).map(([platform, delivery]) => [
    platform,
    delivery.state === 'sending' ? { ...delivery, state: 'failed', message: '' } : delivery,
  ])
  return { ...card, deliveries: Object.fromEntries(deliveries) as Card['deliveries'] }
}
