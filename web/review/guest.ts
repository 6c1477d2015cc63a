import { readJson, saveJson } from '../lib/local-storage.ts'

/** A guest of review links: the name to show, and the secret that proves authorship of comments. */
interface Guest {
  name: string
  key: string
}

const GUEST = 'frogy_reviewer'

export function readGuest(): Guest {
  const stored = readJson(GUEST, isGuest)
  if (stored) return stored
  const guest = { name: '', key: crypto.randomUUID() }
  saveGuest(guest)
  return guest
}

export function saveGuest(guest: Guest): void {
  saveJson(GUEST, guest)
}

function isGuest(value: unknown): value is Guest {
  const { name, key } = (value ?? {}) as Partial<Guest>
  return typeof name === 'string' && typeof key === 'string' && key.length >= 20
}

// A guest enters the passphrase of a link once. The tab then keeps a pass until the guest closes the tab.
const passKey = (token: string): string => `frogy_review ${token.slice(0, 8)}`
const isText = (value: unknown): value is string => typeof value === 'string'

export const readPass = (token: string): string | null => readJson(passKey(token), isText, 'tab')
export const savePass = (token: string, pass: string): void => saveJson(passKey(token), pass, 'tab')
