import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isConnectTrouble, isGenericTrouble } from '#core/accounts/connect-trouble.ts'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { ApiError, call } from '../lib/api.ts'
import { messageOfIssue, useMessageText } from '../lib/error-message.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { variablesOf } from './platform-variables.ts'
import { useReturnToComposer } from './return-to-composer.ts'

interface ConnectFormDialogProps {
  platform: Platform
  /** The username of the account to reconnect. Null for a new account. */
  username: string | null
  /** Whether the network is simulated. A simulated network accepts the example values, so they fill the form. */
  isSimulated: boolean
  onClose: () => void
}

/** The form of a network that people connect without a consent page, such as by an app password. */
export default function ConnectFormDialog({ platform, username, isSimulated, onClose }: ConnectFormDialogProps) {
  const t = useTranslations('forms')
  const accounts = useTranslations('accounts')
  const texts = useTranslations(`forms.${platform}` as 'forms') as unknown as (key: string) => string
  const sentence = useErrorSentence(platform)
  const returnToComposer = useReturnToComposer()
  const messageText = useMessageText()
  const { fields: known, signsInWith, helpUrl } = connectFormOf(platform) ?? { fields: [] }
  const [isSignIn, setIsSignIn] = useState(signsInWith !== undefined)
  const fields = isSignIn ? known.filter((field) => signsInWith?.includes(field.name)) : known
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      known.map(({ name, isUsername, isOptional, example }) => [
        name,
        (isUsername && username) || (isSimulated && !isOptional ? example : ''),
      ]),
    ),
  )
  const name = isolate(rulesOf(platform).name)
  const connect = useMutation({
    mutationFn: () => {
      const filled = Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? '']))
      return call('POST /api/social-accounts/{platform}/connect', { params: { platform }, body: { fields: filled } })
    },
    onSuccess: async ({ consentUrl }) => {
      if (consentUrl !== null) return location.assign(consentUrl)
      await invalidate('/api/social-accounts')
      toast({
        title: accounts('connected', { platform: name }),
        description: accounts('connectedText', { platform: name }),
      })
      onClose()
      returnToComposer()
    },
  })
  const issues = connect.error instanceof ApiError ? connect.error.issues : []
  const errorOf = (field: string) => {
    const issue = issues.find(({ path }) => path === `fields.${field}`)
    return issue ? messageText(messageOfIssue(issue)) : null
  }
  const isElsewhere = connect.error !== null && !fields.some((field) => errorOf(field.name) !== null)

  return (
    <Dialog
      title={t('title', { platform: name })}
      description={texts(isSignIn ? 'signInText' : 'text')}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate()
        }}
      >
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={texts(`${field.name}.label`)}
            aside={field.isOptional && <span className="text-13 text-ink-soft">{t('optional')}</span>}
            hint={texts(`${field.name}.hint`)}
            error={errorOf(field.name)}
            type={field.kind === 'secret' ? 'password' : 'text'}
            value={values[field.name] ?? ''}
            placeholder={field.example}
            maxLength={500}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setValues({ ...values, [field.name]: target.value })}
          />
        ))}
        {isSignIn && (
          <button
            type="button"
            className="w-fit text-14 font-strong text-pond underline-offset-4 hover:underline"
            onClick={() => {
              connect.reset()
              setIsSignIn(false)
            }}
          >
            {texts('toForm')}
          </button>
        )}
        {helpUrl && !isSignIn && (
          <a
            href={helpUrl}
            target="_blank"
            rel="noreferrer"
            className="w-fit text-14 font-strong text-pond underline-offset-4 hover:underline"
          >
            {texts('help')}
          </a>
        )}
        {isElsewhere && (
          <p role="alert" className="text-14 text-coral">
            {sentence(connect.error)}
          </p>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={connect.isPending}>
            {isSignIn ? t('signIn', { platform: name }) : t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Describes why connecting failed and what to do next, if the network gave a known reason. */
function useErrorSentence(platform: Platform): (error: unknown) => string {
  const t = useTranslations('accounts.trouble')
  const errorText = useErrorText()
  const names = { platform: isolate(rulesOf(platform).name), ...variablesOf(platform) }
  return (error) => {
    const trouble = error instanceof ApiError ? String(error.values?.trouble) : ''
    if (!isConnectTrouble(trouble) || isGenericTrouble(trouble)) return errorText(error)
    return `${t(`${trouble}.what`, names)} ${t(`${trouble}.next`, names)}`
  }
}
