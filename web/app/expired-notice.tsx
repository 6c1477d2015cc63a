import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { currentPath } from '../lib/base-path.ts'
import { useHeightProperty } from '../lib/use-height-property.ts'
import { signedOut, signInPath } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'

export function ExpiredNotice() {
  const t = useTranslations('app.expired')
  const [, navigate] = useLocation()
  const notice = useRef<HTMLDivElement>(null)
  useHeightProperty(notice, '--notice')

  function goToSignIn() {
    const path = signInPath(currentPath() + location.search)
    signedOut()
    navigate(path)
  }

  return (
    <div
      ref={notice}
      role="alert"
      className="rises sticky top-[calc(var(--toast)+var(--header))] low:static z-20 border-b border-line bg-lily-wash"
    >
      <div className="column flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-14">
          <strong className="font-strong">{t('title')}.</strong> {t('text')}
        </p>
        <Button size="sm" variant="primary" onClick={goToSignIn}>
          {t('signIn')}
        </Button>
      </div>
    </div>
  )
}
