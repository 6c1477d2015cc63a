import { useTranslations } from 'use-intl'
import { useConfirmationMail } from '../lib/use-confirmation-mail.ts'
import { Button } from '../ui/button.tsx'
import { Mail } from '../ui/icons.ts'

/** A row of the notification list that asks to confirm the email address. */
export function ConfirmEmailRow({ email }: { email: string }) {
  const t = useTranslations('confirm.notice')
  const { title, text, sendsMail, isSending, sendAgain } = useConfirmationMail(email)
  return (
    <section aria-label={title} className="flex gap-3 border-b border-line px-5 py-3.5">
      <Mail size={18} strokeWidth={1.75} className="mt-px shrink-0 text-lily-ink" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-strong">{title}</p>
        <p className="text-13 wrap-anywhere text-ink-soft">{text}</p>
        {sendsMail && (
          <Button size="sm" className="mt-2" isPending={isSending} onClick={() => void sendAgain()}>
            {t('again')}
          </Button>
        )}
      </div>
    </section>
  )
}
