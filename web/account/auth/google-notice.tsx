import { useTranslations } from 'use-intl'
import type { GoogleSignInError } from '#core/people/google-sign-in-error.ts'
import { CircleAlert } from '../../ui/icons.ts'
import { TextButton } from './form-parts.tsx'

export function GoogleNotice({ trouble, onForgot }: { trouble: GoogleSignInError; onForgot: () => void }) {
  const t = useTranslations('auth')
  const [title, text] = messageFor()
  return (
    <div role="alert" className="mb-6 flex gap-2.5 border-s-2 border-coral ps-3 text-14">
      <CircleAlert size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-coral" />
      <div>
        <p className="font-strong">{title}</p>
        {text && <p className="mt-0.5 text-ink-soft">{text}</p>}
        {trouble === 'google_unconfirmed' && <TextButton onClick={onForgot}>{t('signIn.forgot')}</TextButton>}
      </div>
    </div>
  )

  function messageFor(): [title: string, text?: string] {
    if (trouble === 'google_unavailable') return [t('googleUnavailable'), t('googleUnavailableText')]
    if (trouble === 'google_not_started') return [t('googleFailed')]
    return [t('authenticationFailed'), t(`googleTroubles.${trouble}`)]
  }
}
