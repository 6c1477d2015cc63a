import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { readText, saveText } from '../../lib/local-storage.ts'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

const HIDDEN = 'frogy.model-hint'

export function ModelHint() {
  const t = useTranslations('outline.model')
  const { user } = useUser()
  const [isHidden, setIsHidden] = useState(() => readText(HIDDEN) === 'hidden')
  const hasNone = useQuery(reading('GET /api/ai/status')).data?.fallback === 'offline'
  if (isHidden || !hasNone) return null
  const isAdmin = user?.role === 'admin'
  return (
    <section aria-labelledby="model-hint" className="text-13">
      <h2 id="model-hint" className="text-14 font-strong">
        {t('title')}
      </h2>
      <p className="mt-0.5 text-ink-soft">{t(isAdmin ? 'text' : 'ask')}</p>
      {isAdmin && (
        <Link href="/admin/providers" className={buttonClass({ size: 'sm' }, 'mt-2')}>
          {t('connect')}
        </Link>
      )}
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 mt-1"
        onClick={() => {
          saveText(HIDDEN, 'hidden')
          setIsHidden(true)
        }}
      >
        {t('hide')}
      </Button>
    </section>
  )
}
