import { useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import type { MediaKind } from '#core/media/kinds.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LibraryGrid } from './library-grid.tsx'

/** Chooses a photo, video or document that the user has uploaded before. */
export default function LibraryDialog({
  kind,
  onChoose,
  onClose,
}: {
  kind: MediaKind
  onChoose: (image: Image) => void
  onClose: () => void
}) {
  const t = useTranslations('planning.library')
  return (
    <Dialog title={t(`choose.${kind}`)} width="xl" onClose={onClose}>
      <LibraryGrid kind={kind} onOpen={onChoose} />
      <DialogActions onCancel={onClose} />
    </Dialog>
  )
}
