import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { hideConfirmNotice } from '../lib/confirm-notice.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Mail, X } from '../ui/icons.ts'
import { useConfirmationMail } from '../lib/use-confirmation-mail.ts'

/**
 * Asks to confirm the email address, in a bar whose height is reserved before its code loads. After the user closes it,
 * only the notification list asks.
 */
export default function ConfirmNotice({ email }: { email: string }) {
  const t = useTranslations()
  const { title, text, sendsMail, isSending, sendAgain } = useConfirmationMail(email)
  useFreshUserOnReturn()

  return (
    <section aria-label={title} className="border-b border-line bg-lily-wash leaving:hidden">
      <div className="column flex h-[43px] items-center gap-2 text-14">
        <Mail size={18} strokeWidth={1.75} className="shrink-0 text-lily-ink" />
        <p className="min-w-0 flex-1 truncate max-md:leading-5" title={text}>
          <strong className="font-strong">{title}</strong>{' '}
          <span className={classNames('text-ink-soft', sendsMail ? 'max-md:sr-only' : 'max-md:hidden')}>{text}</span>
          {/* Without a mail server, a phone shows no button, so a second line names the next step. */}
          {!sendsMail && (
            <span className="block truncate text-13 leading-5 text-ink-soft md:hidden">
              {t('confirm.notice.askAdmin')}
            </span>
          )}
        </p>
        {sendsMail && (
          <button
            type="button"
            disabled={isSending}
            aria-busy={isSending || undefined}
            onClick={() => void sendAgain()}
            className="h-11 shrink-0 rounded-control px-2 font-strong text-pond underline-offset-4 hover:underline disabled:opacity-60"
          >
            {t('confirm.notice.again')}
          </button>
        )}
        <IconButton label={t('app.close')} className="-me-3 shrink-0" onClick={() => hideConfirmNotice(email)}>
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </section>
  )
}

/** Reads the user again when the tab becomes visible, because users often confirm their address in another tab. */
function useFreshUserOnReturn(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queryClient.refetchQueries(userQuery)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
