import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api.ts'
import { useAuthErrorText } from './use-auth-error-text.ts'
import { messageOfError, messageOfIssue, useMessageText, type StoredMessage } from '../../lib/error-message.ts'
import { toast } from '../../lib/toast.ts'
import { problemsOf, type FieldName, type Values } from './validate.ts'

/**
 * The state of a form to sign in or sign up.
 * @param failed the title of the error toast; if a field shows the reason, only screen readers get the toast
 */
export function useAuthForm(
  fields: readonly FieldName[],
  send: (values: Required<Values>) => Promise<void>,
  failed?: string,
) {
  const t = useTranslations('auth')
  const messageText = useMessageText()
  const errorText = useAuthErrorText()
  const [errors, setErrors] = useState<Partial<Record<FieldName, StoredMessage>>>({})
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(
      fields.map((name) => [name, String(new FormData(form).get(name) ?? '')]),
    ) as Required<Values>

    const problems = problemsOf(values)
    const found = Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => [name, { key: `auth.problems.${problem}` }]),
    )
    if (showErrors(form, found)) return

    setIsSending(true)
    try {
      await send(values)
    } catch (error) {
      const showToast = (description?: string) =>
        failed && toast({ title: failed, description, isDestructive: true, isHidden: description === undefined })
      if (!(error instanceof ApiError)) {
        showToast(errorText(error))
        throw error
      }
      const fieldIssues = error.issues.filter((issue) => fields.some((name) => name === issue.path))
      const found = Object.fromEntries(fieldIssues.map((issue) => [issue.path, messageOfIssue(issue)]))
      // Marks the password field for a wrong email address and for a wrong password. An attacker must not learn which
      // one was wrong.
      const isAtField = showErrors(
        form,
        error.code === 'invalid_credentials' ? { password: messageOfError(error) } : found,
      )
      showToast(isAtField ? undefined : errorText(error) || t('authenticationFailed'))
    } finally {
      setIsSending(false)
    }
  }

  function showErrors(form: HTMLFormElement, found: Partial<Record<FieldName, StoredMessage>>): boolean {
    setErrors(found)
    const first = fields.find((name) => found[name])
    if (!first) return false
    const input = form.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    return true
  }

  const shown = Object.entries(errors).flatMap(([name, message]) => (message ? [[name, messageText(message)]] : []))
  return {
    errors: Object.fromEntries(shown) as Partial<Record<FieldName, string>>,
    isSending,
    formProps: {
      noValidate: true,
      // Scripts submit this form. If the browser submitted it by mistake, POST would keep the password out of the
      // URL.
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const name = target instanceof HTMLInputElement ? (target.name as FieldName) : undefined
        if (name && errors[name]) setErrors({ ...errors, [name]: undefined })
      },
    },
  }
}
