import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { useErrorText } from '../lib/error-text.ts'
import { listUnsavedTexts } from '../posts/unsaved-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { CircleAlert } from '../ui/icons.ts'
import { storeTexts } from './store-texts.ts'
import { listTextsElsewhere } from './typed-texts.ts'

const OPENING_LENGTH = 80

/** Asks what to do with texts that are stored only in this browser. */
export default function LogOutDialog({
  userId,
  onLeave,
  onClose,
}: {
  userId: string
  onLeave: () => Promise<void>
  onClose: () => void
}) {
  const t = useTranslations('leave')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const texts = listUnsavedTexts(userId)
  const textsElsewhere = listTextsElsewhere(userId)
  const saving = useMutation({
    mutationFn: () => storeTexts(userId),
    onSuccess: async (isStored) => {
      if (isStored && textsElsewhere.length === 0) await onLeave()
    },
  })
  const problem = saving.error ? errorText(saving.error) : saving.data === false ? t('refused') : null
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <ul className="divide-y divide-line border-y border-line text-14">
        {texts.map(({ kind, text }, at) => (
          <li key={at} className="py-2">
            <p className="text-13 text-ink-soft">{t(kind)}</p>
            <Opening text={text} />
          </li>
        ))}
        {textsElsewhere.map(({ kind, text, base }, at) => (
          <li key={at} className="py-2">
            <p className="flex justify-between gap-3 text-13 text-ink-soft">
              {t('elsewhere', { kind: t(kind) })}
              <a href={base + (kind === 'edit' ? '/' : '/create')} className="font-strong text-pond">
                {t('open')}
              </a>
            </p>
            <Opening text={text} />
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p role="alert" className="mt-3 flex gap-1.5 text-13 text-coral">
          <CircleAlert size={15} strokeWidth={2} className="mt-0.5 shrink-0" />
          <span>{t('failed', { reason: problem })}</span>
        </p>
      )}
      <div className="mt-5">
        <DialogActions>
          <Button className="max-md:order-last max-md:basis-full" onClick={onClose}>
            {app('cancel')}
          </Button>
          <Button variant="warning" className="max-md:basis-full" onClick={() => void onLeave()}>
            {t('discard')}
          </Button>
          {texts.length > 0 && (
            <Button
              variant="primary"
              className="max-md:order-first max-md:basis-full"
              isPending={saving.isPending}
              onClick={() => saving.mutate()}
            >
              {t(textsElsewhere.length > 0 ? 'saveThese' : 'save')}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}

function Opening({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere">
      {openingOf(text, OPENING_LENGTH)}
    </p>
  )
}
