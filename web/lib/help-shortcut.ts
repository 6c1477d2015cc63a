import { useSyncExternalStore } from 'react'
import { readText, saveText } from './local-storage.ts'
import { createListeners } from './store.ts'

const { subscribe, notify } = createListeners()

/** Whether `?` opens the list of shortcuts. Users of voice control can turn it off (WCAG 2.1.4). */
export function isHelpShortcutOn(): boolean {
  return readText('list-key') !== 'off'
}

export function setHelpShortcut(isOn: boolean): void {
  saveText('list-key', isOn ? 'on' : 'off')
  notify()
}

export function useHelpShortcut(): boolean {
  return useSyncExternalStore(subscribe, isHelpShortcutOn)
}
