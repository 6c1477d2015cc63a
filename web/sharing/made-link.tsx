import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

interface MadeLinkProps {
  title: string
  text: string
  /** The label of the field that shows the link. */
  label: string
  link: string
  onClose: () => void
}

/** Shows a new link, which cannot be shown again later. */
export function MadeLink({ title, text, label, link, onClose }: MadeLinkProps) {
  const t = useTranslations('sharing')
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <input
          readOnly
          dir="ltr"
          aria-label={label}
          value={link}
          onFocus={({ target }) => target.select()}
          className="min-h-11 w-full rounded-control border border-line bg-surface px-2.5 font-mono text-16 text-ellipsis lg:text-13"
        />
        <DialogActions>
          <Button onClick={onClose}>{t('done')}</Button>
          <Button variant="primary" onClick={() => void copyText(link, { title: t('copied') }, t('copyFailed'))}>
            {t('copy')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
