import { useEffect, useState, type ReactNode } from 'react'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import type { PaletteActions } from './palette-dialog.tsx'

const PaletteDialog = lazyDialog(() => import('./palette-dialog.tsx'), ['palette', 'posts'])

export function usePalette(actions: PaletteActions): { showPalette: () => void; palette: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const palette = isOpen && <PaletteDialog actions={actions} onClose={() => setIsOpen(false)} />
  return { showPalette: () => setIsOpen(true), palette }
}

/**
 * Whether a key press opens the palette. Arabic keyboards type another letter with the K key, so the key's position
 * decides there.
 */
function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return isK && (ctrlKey || metaKey) && !altKey && !shiftKey
}
