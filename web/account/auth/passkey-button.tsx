import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api.ts'
import { signedIn } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { KeyRound } from '../../ui/icons.ts'
import { signWithPasskey, usePasskeySupport } from './use-passkey.ts'
import { useAuthErrorText } from './use-auth-error-text.ts'

/** Place this button below all fields, so that nothing moves when it appears. */
export function PasskeyButton() {
  const t = useTranslations('auth')
  const errorText = useAuthErrorText()
  const [isPending, setIsPending] = useState(false)
  if (!usePasskeySupport()) return null

  async function signIn() {
    setIsPending(true)
    try {
      const response = await signWithPasskey(await call('POST /api/login/passkey/options'))
      if (response) {
        await signedIn(await call('POST /api/login/passkey', { body: { response } }))
        toast({ title: t('welcomeBack'), description: t('welcomeBackText') })
      } else toast({ title: t('passkey.none'), description: t('passkey.noneText') })
    } catch (error) {
      const description = error instanceof ApiError ? errorText(error) : t('passkey.noneText')
      toast({ title: t('loginFailed'), description, isDestructive: true })
    }
    setIsPending(false)
  }

  return (
    <Button size="lg" className="mt-5 w-full" isPending={isPending} onClick={() => void signIn()}>
      {!isPending && <KeyRound size={18} strokeWidth={1.75} />}
      {t('passkey.signIn')}
    </Button>
  )
}
