import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

type Asked = PromiseWithResolvers<boolean>

/**
 * For what the server lets only pass whoever has given their password a moment ago: asks for it and goes on.
 * @returns `withPassword`, which gives undefined where the person thought better of it, and the dialog to draw
 */
export function useStepUp() {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function withPassword<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'password_needed') throw error
    }
    const asking: Asked = Promise.withResolvers()
    setAsked(asking)
    const isGiven = await asking.promise
    setAsked(null)
    return isGiven ? await act() : undefined
  }

  const dialog = asked && <PasswordDialog onGiven={() => asked.resolve(true)} onClose={() => asked.resolve(false)} />
  return { withPassword, dialog }
}

function PasswordDialog({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const t = useTranslations('security.password')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setError(t('required'))
    setIsSending(true)
    try {
      await call('POST /api/password-check', { body: { password } })
      onGiven()
    } catch (thrown) {
      setError(errorText(thrown))
      setIsSending(false)
    }
  }

  return (
    <Dialog title={t('title')} description={t('text')} closeLabel={app('close')} onClose={onClose}>
      <form noValidate method="post" onSubmit={(event) => void check(event)} className="flex flex-col gap-5">
        <TextField
          label={t('label')}
          name="password"
          type="password"
          autoComplete="current-password"
          dir="ltr"
          error={error}
          onInput={() => setError(null)}
          className="min-h-11 rtl:text-right"
        />
        <DialogActions>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
