import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readText, saveText } from '../../lib/local-storage.ts'
import { LocalModels } from '../../operate/providers/local-models.tsx'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { HardDrive, KeyRound, type LucideIcon } from '../../ui/icons.ts'

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
        <>
          <SetupOption icon={KeyRound} title={t('key')} text={t('keyText')} lines={['ANTHROPIC_API_KEY=…']} />
          <SetupOption
            icon={HardDrive}
            title={t('own')}
            text={t('ownText')}
            lines={['OPENAI_BASE_URL=http://localhost:11434/v1', 'OPENAI_MODEL=qwen3:8b']}
          />
          <div className="mt-2 ps-7 text-ink-soft">
            <LocalModels current={null} />
          </div>
        </>
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

type SetupOptionProps = { icon: LucideIcon; title: string; text: string; lines: string[] }

function SetupOption({ icon: Icon, title, text, lines }: SetupOptionProps) {
  return (
    <div className="mt-2.5 border-t border-line pt-2.5">
      <p className="flex gap-2.5">
        <Icon size={18} strokeWidth={1.75} className="mt-px shrink-0" />
        <span>
          <span className="block font-strong">{title}</span>
          <span className="text-ink-soft">{text}</span>
        </span>
      </p>
      <pre dir="ltr" className="mt-1.5 overflow-x-auto rounded-control bg-sunk px-2.5 py-2 text-start">
        {lines.join('\n')}
      </pre>
    </div>
  )
}
