import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../lib/api.ts'
import { problemsOf, type FieldName, type Values } from './validate.ts'

/** The behaviour that all forms of this folder share: native fields, our words, the server's words at their fields. */
export function useAuthForm(fields: readonly FieldName[], send: (values: Required<Values>) => Promise<void>) {
  const t = useTranslations('auth.problems')
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(
      fields.map((name) => [name, String(new FormData(form).get(name) ?? '')]),
    ) as Required<Values>

    const problems = problemsOf(values)
    const found = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, t(problem)]))
    if (showErrors(form, found)) return

    setIsSending(true)
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const told = error.issues.filter((issue) => fields.some((name) => name === issue.path))
      showErrors(form, Object.fromEntries(told.map((issue) => [issue.path, issue.message])))
    } finally {
      setIsSending(false)
    }
  }

  function showErrors(form: HTMLFormElement, found: Partial<Record<FieldName, string>>): boolean {
    setErrors(found)
    const first = fields.find((name) => found[name])
    if (!first) return false
    const input = form.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    return true
  }

  return {
    errors,
    isSending,
    formProps: {
      noValidate: true,
      // Never sent by the browser itself; if it ever were, a password must not stand in an address.
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      // What is being mended is no longer wrong.
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const name = target instanceof HTMLInputElement ? (target.name as FieldName) : undefined
        if (name && errors[name]) setErrors({ ...errors, [name]: undefined })
      },
    },
  }
}
