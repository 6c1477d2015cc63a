import { useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LibraryGrid } from './library-grid.tsx'

/** Chooses a photo that the user has uploaded before. */
export default function LibraryDialog({
  onChoose,
  onClose,
}: {
  onChoose: (image: Image) => void
  onClose: () => void
}) {
  const t = useTranslations('planning.library')
  return (
    <Dialog title={t('choose')} width="xl" onClose={onClose}>
      <LibraryGrid kind="photo" onOpen={onChoose} />
      <DialogActions onCancel={onClose} />
    </Dialog>
  )
}
