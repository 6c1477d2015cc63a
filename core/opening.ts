/**
 * A placeholder in a page's prerendered first lines, which the server fills in. It contains private-use characters,
 * which Frogy's texts never contain.
 */
export const placeFor = (name: string): string => `\uE000${name}\uE001`

/** Fills the placeholders of prerendered HTML. A placeholder without a value becomes empty. */
export const fillPlaces = (drawn: string, values: Record<string, string>): string =>
  drawn.replaceAll(/\uE000(\w+)\uE001/g, (_place, name: string) => values[name] ?? '')

/** The key of a user's composer in the browser's storage. */
export const savedComposerKey = (userId: string): string => `frogy.composer.${userId}`

/** The key of a guest's drafts in the browser's storage. */
export const GUEST_DRAFTS_KEY = 'frogy.guest-drafts'

/**
 * The property of the saved composer that says whether only its empty form is visible. The inline script boot.js
 * looks for this text.
 */
export const AT_REST = 'isAtRest'
