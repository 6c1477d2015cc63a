import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { mayAs } from '../../lib/role.ts'
import { ChevronRight } from '../../ui/icons.ts'
import { useVoiceProposal } from './voice-proposal-card.tsx'

const VoiceDialog = lazyDialog(() => import('./voice-dialog.tsx'), [], 'lg')

export function VoiceLine({ hasModel }: { hasModel: boolean }) {
  const t = useTranslations('voice')
  const [isOpen, setIsOpen] = useState(false)
  const proposal = useVoiceProposal()
  const { data: voice } = useQuery(reading('GET /api/voice'))
  if (!voice || !mayAs('editor')) return null
  const rules = voice.dos.length + voice.donts.length
  const known = [
    proposal && t('proposal.line'),
    voice.samples.length > 0 && t('samples', { count: voice.samples.length }),
    voice.usesPublished && t('published'),
    rules > 0 && t('rules', { count: rules }),
  ].filter((item) => item !== false && item !== null)
  if (!hasModel && known.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex min-h-14 w-full items-center gap-2 border-t border-line py-2 text-start text-14 hover:text-pond"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-strong">{t('title')}</span>
          <span className="flex items-center gap-1.5 text-13 text-ink-soft">
            {known.length > 0 && (
              <span
                aria-hidden="true"
                className={classNames('size-2 shrink-0 rounded-pill', proposal ? 'bg-lily' : 'bg-pond')}
              />
            )}
            <span className="min-w-0 truncate">{known.length > 0 ? known.join(' · ') : t('none')}</span>
          </span>
        </span>
        {known.length === 0 && <span className="shrink-0 font-strong">{t('add')}</span>}
        <ChevronRight size={16} strokeWidth={1.75} className="shrink-0 rtl:-scale-x-100" />
      </button>
      {isOpen && <VoiceDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
