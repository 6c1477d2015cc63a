import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Copy } from '../../ui/icons.ts'
import { QrCode } from './qr-code.tsx'
import { usePasswordPrompt } from './use-password-prompt.tsx'
import { copyText } from '../../ui/copy-text.ts'

export { RecoveryCodes } from './recovery-codes.tsx'

type SetUpProps = { secret: string; uri: string; onDone: (recoveryCodes: string[]) => void; onClose: () => void }

export function SetUp({ secret, uri, onDone, onClose }: SetUpProps) {
  const t = useTranslations('security.setUp')
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const { withPassword, passwordDialog } = usePasswordPrompt()

  async function confirm(code: string): Promise<boolean> {
    setError(null)
    try {
      const made = await withPassword(() => call('POST /api/two-factor/confirm', { body: { code } }))
      if (made.isDone) onDone(made.answer.recoveryCodes)
      return made.isDone
    } catch (cause) {
      setError(errorText(cause))
      return false
    }
  }

  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <div className="flex flex-col-reverse items-center gap-4 sm:flex-row sm:items-start">
        <QrCode text={uri} label={t('qr')} />
        <div className="min-w-0 text-14 max-sm:w-full">
          {/* Users cannot scan the screen of their own phone, so on phones a link opens the authenticator app. */}
          <a href={uri} className={buttonClass({ variant: 'primary' }, 'mb-3 w-full sm:hidden')}>
            {t('open')}
          </a>
          <p className="text-13 text-ink-soft">{t('byHand')}</p>
          <p className="mt-1 flex items-start gap-1">
            <code dir="ltr" className="min-w-0 py-2.5 font-mono text-14 lg:py-1.5">
              {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <IconButton label={t('copy')} onClick={() => void copyText(secret, { title: t('copied') }, t('notCopied'))}>
              <Copy size={18} strokeWidth={1.75} />
            </IconButton>
          </p>
        </div>
      </div>
      <p className="mt-5 mb-2 text-14 font-strong">{t('code')}</p>
      <CodeField label={t('code')} error={error} onCode={confirm} />
      {passwordDialog}
    </Dialog>
  )
}
