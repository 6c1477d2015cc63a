import { useState, type ComponentProps } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import type { LinkPage } from '#core/people/profile-contract.ts'
import { ApiError } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { useMailedLink } from '../../lib/mailed-link.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { GuestFrame } from '../../ui/guest-frame.tsx'
import { Notice } from '../../ui/notice.tsx'

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

  return <GuestFrame isGuest={!user && !isLoading}>{!isLinkLoading && <Notice {...notice()} key={state} />}</GuestFrame>

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
    return { expression: state === 'sending' ? 'thinking' : 'happy', title: t('title'), text: text(), action }
  }

  function text(): string {
    if (!link) return t('text')
    return t('about', {
      email: isolate(link.email),
      former: isolate(link.formerEmail ?? ''),
      date: link.deletedAt === null ? '' : format.dateTime(new Date(link.deletedAt), DAY),
    })
  }
}
