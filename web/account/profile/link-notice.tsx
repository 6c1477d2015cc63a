import { useState, type ComponentProps } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import type { LinkPage, MailedLink } from '#core/people/profile-contract.ts'
import { ApiError } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { useMailedLink } from '../../lib/mailed-link.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import type { Notice } from '../../ui/notice.tsx'
import { LinkAddress, LinkFrame } from '../auth/link-frame.tsx'

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

type State = 'ready' | 'sending' | 'done' | 'invalid'

interface LinkNoticeProps {
  about: 'changeEmail' | 'keepAccount'
  page: LinkPage
  send: (token: string) => Promise<unknown>
  onDone: () => void
  onInvalid: () => void
}

/** The page that a mailed link opens. The user must press a button, because mail scanners open every link. */
export function LinkNotice({ about, page, send, onDone, onInvalid }: LinkNoticeProps) {
  const t = useTranslations(`links.${about}`)
  const toastError = useErrorToast()
  const { user, isLoading } = useUser()
  const format = useFormatter()
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { link, isLoading: isLinkLoading } = useMailedLink(page, token)
  const [outcome, setOutcome] = useState<State>('ready')
  const state = outcome === 'ready' && link === null ? 'invalid' : outcome
  usePageTitle(t('title'))

  async function answer() {
    setOutcome('sending')
    try {
      await send(token)
      setOutcome('done')
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid_token'
      setOutcome(isInvalid ? 'invalid' : 'ready')
      if (!isInvalid) toastError(t('failed'), error)
    }
  }

  if (isLoading || isLinkLoading) return null
  return <LinkFrame {...notice()} key={state} isGuest={!user} />

  function notice(): ComponentProps<typeof Notice> {
    if (state === 'done') {
      const action = { label: t('goOn'), run: onDone }
      return { expression: 'sleeping', title: t('doneTitle'), text: t('doneText'), action }
    }
    if (state === 'invalid') {
      const action = { label: t('toProfile'), run: onInvalid }
      return { expression: 'thinking', title: t('invalidTitle'), text: t('invalidText'), action }
    }
    const action = { label: t('submit'), isPending: state === 'sending', run: () => void answer() }
    return {
      expression: state === 'sending' ? 'thinking' : 'happy',
      title: t('title'),
      text: link
        ? t('about', { date: link.deletedAt ? format.dateTime(new Date(link.deletedAt), DAY) : '' })
        : t('text'),
      children: link && <Addresses {...link} />,
      action,
    }
  }
}

function Addresses({ email, formerEmail }: MailedLink) {
  const t = useTranslations('links.changeEmail')
  if (!formerEmail) return <LinkAddress>{email}</LinkAddress>
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line text-14">
      {[
        [t('now'), formerEmail],
        [t('next'), email],
      ].map(([name, address]) => (
        <div key={name} className="flex gap-4 py-2.5 text-start">
          <dt className="w-24 shrink-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 font-strong wrap-anywhere">
            <bdi dir="ltr">{address}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
