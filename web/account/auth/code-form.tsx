import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { signedIn } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Mode } from './mode.ts'
import { BackToSignIn, FormTitle, TextButton } from './form-parts.tsx'
import { useAuthErrorText } from './use-auth-error-text.ts'

export function CodeForm({ onMode }: { onMode: (mode: Mode) => void }) {
  const t = useTranslations('auth')
  const errorText = useAuthErrorText()
  const [isRecovering, setIsRecovering] = useState(false)
  const [trustBrowser, setTrustBrowser] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [blockedUntil, setBlockedUntil] = useState<number | null>(null)
  usePageTitle(t(isRecovering ? 'recovery.title' : 'code.title'))

  useEffect(() => {
    if (blockedUntil === null) return
    const timer = setTimeout(
      () => {
        setBlockedUntil(null)
        setError(null)
      },
      Math.max(0, blockedUntil - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [blockedUntil])

  async function send(proof: { code: string; trustBrowser: boolean } | { recoveryCode: string }): Promise<boolean> {
    setError(null)
    setIsSending(true)
    try {
      const user = await call('POST /api/login/code', { body: proof })
      await signedIn(user)
      toast({ title: t('welcomeBack'), description: t('welcomeBackText') })
      return true
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'second_step_over') {
        toast({ title: t('loginFailed'), description: errorText(cause), isDestructive: true })
        onMode('sign-in')
        return false
      }
      setError(errorText(cause))
      if (cause instanceof ApiError && cause.code === 'too_many_requests' && cause.retryAfterMs)
        setBlockedUntil(Date.now() + cause.retryAfterMs)
      return false
    } finally {
      setIsSending(false)
    }
  }

  function sendRecoveryCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const recoveryCode = String(new FormData(event.currentTarget).get('recoveryCode') ?? '').trim()
    if (recoveryCode === '') setError(t('recovery.required'))
    else void send({ recoveryCode })
  }

  function switchTo(recovering: boolean) {
    setError(null)
    setIsRecovering(recovering)
  }

  return (
    <>
      {isRecovering ? (
        <>
          <FormTitle title={t('recovery.title')} text={t('recovery.text')} />
          <form noValidate method="post" onSubmit={sendRecoveryCode} className="flex flex-col gap-5">
            <TextField
              label={t('recovery.label')}
              name="recoveryCode"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              error={error}
              onInput={() => blockedUntil ?? setError(null)}
              className="min-h-11 rtl:text-right"
            />
            <Button type="submit" variant="primary" size="lg" isPending={isSending} disabled={blockedUntil !== null}>
              {t('signIn.submit')}
            </Button>
          </form>
        </>
      ) : (
        <>
          <FormTitle title={t('code.title')} text={t('code.text')} />
          <CodeField
            label={t('code.title')}
            error={error}
            isDisabled={blockedUntil !== null}
            onCode={(code) => send({ code, trustBrowser })}
          />
          <label className="mt-3 flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-14">
            <input
              type="checkbox"
              checked={trustBrowser}
              onChange={({ target }) => setTrustBrowser(target.checked)}
              className="size-4.5 accent-pond"
            />
            {t('code.trust')}
          </label>
        </>
      )}
      <p className="mt-6 text-14">
        <TextButton onClick={() => switchTo(!isRecovering)}>
          {t(isRecovering ? 'recovery.toCode' : 'code.toRecovery')}
        </TextButton>
      </p>
      <BackToSignIn onMode={onMode} />
    </>
  )
}
