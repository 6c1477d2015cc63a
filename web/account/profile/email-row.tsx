import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { normalizedEmail } from '#core/people/email.ts'
import { EMAIL_INPUT } from '../auth/form-parts.tsx'
import { problemsOf } from '../auth/validate.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { boxClass } from '../../ui/field.tsx'
import { Clock } from '../../ui/icons.ts'
import { LedgerRow } from '../../ui/ledger.tsx'
import type { ProfileProps } from './profile-props.ts'
import { usePasswordPrompt } from '../security/use-password-prompt.tsx'

const profileKey = reading('GET /api/profile').queryKey

export function EmailRow({ user, profile: { pendingEmail } }: ProfileProps) {
  const t = useTranslations('profile.you')
  const toastError = useErrorToast()
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const shown = typed ?? user.email
  const isAnother = normalizedEmail(shown) !== user.email

  const showError = (error: unknown) => toastError(t('emailFailed'), error)
  const requestChange = useMutation({
    mutationFn: (email: string) => withPassword(() => call('POST /api/profile/email', { body: { email } })),
    onSuccess: (response) => {
      if (!response.isDone) return
      queryClient.setQueryData(profileKey, response.answer)
      setTyped(null)
      toast({
        title: t(sendsMail ? 'linkSent' : 'linkMade'),
        description: sendsMail ? t('linkSentText') : undefined,
      })
    },
    onError: showError,
  })
  const cancelChange = useMutation({
    mutationFn: () => call('DELETE /api/profile/email'),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileKey, profile)
      toast({ title: t('kept') })
    },
    onError: showError,
  })

  function submit() {
    const email = normalizedEmail(shown)
    const isRight = problemsOf({ email }).email === undefined
    setIsWrong(!isRight)
    if (isRight && isAnother) requestChange.mutate(email)
  }

  return (
    <LedgerRow
      title={t('email')}
      text={isAnother ? t(sendsMail ? 'emailText' : 'emailTextNoMail') : undefined}
      controls="field"
      isTall={isAnother || pendingEmail !== null}
    >
      <form
        noValidate
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <input
          {...EMAIL_INPUT}
          aria-label={t('email')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'email-wrong' : pendingEmail ? 'email-pending' : undefined}
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsWrong(false)
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Escape') return
            setTyped(null)
            setIsWrong(false)
          }}
          className={classNames(boxClass(isWrong), 'min-h-(--control) px-3 rtl:text-right')}
        />
        {isWrong && (
          <p id="email-wrong" role="alert" className="text-13 text-coral">
            {t('emailShape')}
          </p>
        )}
        {isAnother && (
          <Button
            type="submit"
            variant="primary"
            isPending={requestChange.isPending}
            className="self-start md:self-end"
          >
            {t(sendsMail ? 'sendLink' : 'requestLink')}
          </Button>
        )}
        {!isAnother && pendingEmail && (
          <div className="flex flex-wrap items-center gap-x-1">
            <p id="email-pending" className="me-auto flex gap-1.5 text-13 wrap-anywhere text-lily-ink">
              <Clock size={15} strokeWidth={2} className="mt-0.5 shrink-0" />
              <span className="min-w-0">
                {t(sendsMail ? 'emailPending' : 'emailPendingNoMail', { email: isolate(pendingEmail) })}
              </span>
            </p>
            {sendsMail && (
              <Button
                variant="quiet"
                size="sm"
                className="-ms-3 text-pond"
                isPending={requestChange.isPending}
                onClick={() => requestChange.mutate(pendingEmail)}
              >
                {t('sendAgain')}
              </Button>
            )}
            <Button
              variant="quiet"
              size="sm"
              className={sendsMail ? undefined : '-ms-3'}
              isPending={cancelChange.isPending}
              onClick={() => cancelChange.mutate()}
            >
              {t('keepOld')}
            </Button>
          </div>
        )}
      </form>
      {passwordDialog}
    </LedgerRow>
  )
}
