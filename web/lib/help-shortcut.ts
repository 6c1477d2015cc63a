import { useSyncExternalStore } from 'react'
import { readText, saveText } from './local-storage.ts'

const listeners = new Set<() => void>()

/** Users of voice control can turn it off (WCAG 2.1.4). */
export function isHelpShortcutOn(): boolean {
  return readText('list-key') !== 'off'
}

export function setHelpShortcut(isOn: boolean): void {
  saveText('list-key', isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export function useHelpShortcut(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isHelpShortcutOn)
}
