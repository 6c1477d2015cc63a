import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { useConfirmLeave } from '../../ui/use-confirm-leave.tsx'
import { CopyField } from './copy-field.tsx'

type OneTimeSecretProps = { label: string; text: string; children: ReactNode; onDone: () => void }

/** Shows a secret once. Asks before closing if the user has not copied it. */
export function OneTimeSecret({ label, text, children, onDone }: OneTimeSecretProps) {
  const t = useTranslations('developers.keys')
  const [isCopied, setIsCopied] = useState(false)
  const { leave, question } = useConfirmLeave(isCopied, onDone, {
    title: t('leaveTitle'),
    text: t('leaveText'),
    leave: t('leave'),
  })
  useEffect(() => {
    if (isCopied) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isCopied])
  return (
    <div aria-live="polite" className="my-2 rounded-control bg-pond-wash p-3.5">
      <div className="mb-2 flex items-center justify-between gap-3">
        <p className="text-14">{children}</p>
        <Button variant="quiet" size="sm" onClick={leave}>
          {t('done')}
        </Button>
      </div>
      <CopyField label={label} text={text} onCopied={() => setIsCopied(true)} />
      {question}
    </div>
  )
}
