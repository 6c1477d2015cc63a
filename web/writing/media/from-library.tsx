import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaKind } from '#core/media/kinds.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import type { MediaAction, Picture } from './media-state.ts'

const LibraryDialog = lazyDialog(() => import('../../media/library-dialog.tsx'), [], 'xl')

interface FromLibraryProps {
  kind: MediaKind
  /** All media of the post. */
  pictures: readonly Picture[]
  dispatch: (action: MediaAction) => void
}

/** Adds a file that the user has uploaded before. */
export function FromLibrary({ kind, pictures, dispatch }: FromLibraryProps) {
  const t = useTranslations('planning.library')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" aria-haspopup="dialog" className="mt-2" onClick={() => setIsOpen(true)}>
        {t('fromLibrary')}
      </Button>
      {isOpen && (
        <LibraryDialog
          kind={kind}
          onChoose={(image) => {
            const picture = { key: crypto.randomUUID(), state: 'ready', image, altText: image.altText } as const
            const isChosen = pictures.some((one) => one.state === 'ready' && one.image.id === image.id)
            if (!isChosen) dispatch({ type: 'picture-restored', picture, at: pictures.length })
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
