import { useSyncExternalStore } from 'react'
import type { Theme } from '#core/people/auth-contract.ts'
import { sharedStorageName } from './base-path.ts'
import { saveText, readText } from './local-storage.ts'
import { createListeners } from './store.ts'

// Repeats the API contract's list of themes, because importing it would load zod in the browser. The compiler rejects
// an unknown theme.
export const THEMES = ['light', 'dark', 'system'] as const satisfies readonly Theme[]

const { subscribe, notify } = createListeners()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
systemIsDark.addEventListener('change', () => applyTheme(currentTheme()))

function currentTheme(): Theme {
  const stored = readText('theme', sharedStorageName)
  return THEMES.find((theme) => theme === stored) ?? 'light'
}

export function setTheme(theme: Theme): void {
  if (theme === currentTheme()) return
  saveText('theme', theme, sharedStorageName)
  applyTheme(theme)
  notify()
}

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}
