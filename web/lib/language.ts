import { useSyncExternalStore } from 'react'
import { DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import { BASE_PATH } from './base-path.ts'
import type { Feature } from './features.ts'
import { createListeners } from './store.ts'

const files = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../core/messages/*/*.json',
  '!../../core/messages/*/mail.json',
])

const YEAR_S = 365 * 24 * 3600

type Catalogue = Record<string, Record<string, unknown>>
const loaded: Record<Language, Catalogue> = { en: {}, ar: {} }
const needed = new Set<Feature>()
/**
 * Features whose messages translate the server's errors. They load when the language changes; until then the server's
 * own texts are shown.
 */
const SERVER_FEATURES: readonly Feature[] = ['errors', 'publishing']
const { subscribe, notify } = createListeners()
let state: { language: Language; messages: Catalogue } = { language: languageOfPage(), messages: {} }

/** The language of the HTML element. The server sets it, or boot.js before the first paint. */
function languageOfPage(): Language {
  const lang = globalThis.document?.documentElement.lang
  return LANGUAGES.find((language) => language === lang) ?? 'en'
}

export function currentTranslations(): typeof state {
  return state
}

export function currentLanguage(): Language {
  return state.language
}

export async function loadMessages(features: readonly Feature[]): Promise<void> {
  for (const feature of features) needed.add(feature)
  await fetchMissing(state.language)
  showLanguage(state.language)
}

export async function withMessages<T>(features: readonly Feature[], load: () => Promise<T>): Promise<T> {
  const [module] = await Promise.all([load(), loadMessages(features)])
  return module
}

/** Loads the messages of server errors, so that the page can translate errors that are already on the screen. */
export function retranslate(): void {
  loadMessages(SERVER_FEATURES).catch(() => {})
}

/** Changes the language after all messages on the screen are loaded, so that the page never mixes languages. */
export async function switchLanguage(language: Language): Promise<void> {
  saveLanguage(language)
  if (language === state.language) return
  for (const feature of SERVER_FEATURES) needed.add(feature)
  await fetchMissing(language)
  document.documentElement.lang = language
  document.documentElement.dir = DIRECTION[language]
  showLanguage(language)
}

/** Saves the language in a cookie, so that the server renders the next page in it. */
function saveLanguage(language: Language): void {
  const isSecure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `language=${language}; Path=${BASE_PATH || '/'}; Max-Age=${YEAR_S}; SameSite=Lax${isSecure}`
}

async function fetchMissing(language: Language): Promise<void> {
  const missing = [...needed].filter((feature) => !(feature in loaded[language]))
  await Promise.all(
    missing.map(async (feature) => {
      const file = await files[`../../core/messages/${language}/${feature}.json`]?.()
      if (file) loaded[language][feature] = file.default
    }),
  )
}

export function showLanguage(language: Language): void {
  state = { language, messages: { ...loaded[language] } }
  notify()
}

export function useLanguage(): typeof state {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  )
}
