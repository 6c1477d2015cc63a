import { useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { useUser } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { GuestFrame } from '../ui/guest-frame.tsx'
import { Notice } from '../ui/notice.tsx'

type State = 'asking' | 'sending' | 'done' | 'invalid'

/** What a mailed link leads to. A person presses the button: programs that open every link in a mail must not answer for them. */
export function LinkNotice({
  about,
  hasToken,
  send,
  onDone,
  onInvalid,
}: {
  about: 'changeEmail' | 'keepAccount'
  hasToken: boolean
  send: () => Promise<unknown>
  onDone: () => void
  onInvalid: () => void
}) {
  const t = useTranslations(`links.${about}`)
  const errorText = useErrorText()
  const { user, isLoading } = useUser()
  const [state, setState] = useState<State>(hasToken ? 'asking' : 'invalid')
  usePageTitle(t('title'))

  async function answer() {
    setState('sending')
    try {
      await send()
      setState('done')
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid_token'
      setState(isInvalid ? 'invalid' : 'asking')
      if (!isInvalid) toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    }
  }

  return (
    <GuestFrame isGuest={!user && !isLoading}>
      <Notice {...notice()} key={state} />
    </GuestFrame>
  )

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
    return { expression: 'thinking', title: t('title'), text: t('text'), action }
  }
}
