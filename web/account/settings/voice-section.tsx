import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Quote, X } from '../../ui/icons.ts'
import { LedgerSection } from '../../ui/ledger.tsx'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { NotLoaded } from '../../ui/load-failed.tsx'

const VoiceDialog = lazyDialog(() => import('../../writing/voice/voice-dialog.tsx'), ['voice'], 'lg')
const useProposal = lazyModule(() =>
  withMessages(['voice'], () => import('../../writing/voice/voice-proposal-card.tsx')),
)

export function VoiceSection() {
  const t = useTranslations('settings')
  const query = useQuery(reading('GET /api/voice'))
  const voice = query.data
  const [isOpen, setIsOpen] = useState(false)
  const proposal = useProposal(true, () => {})
  const rules = voice && voice.dos.length + voice.donts.length
  return (
    <LedgerSection id="voice" title={t('voice.title')} text={t('voice.text')}>
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-24" />
      {proposal && !isOpen && <proposal.VoiceProposalCard />}
      {voice && (
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <Part title={t('voice.samples')} label={t('voice.changeSamples')} onChange={() => setIsOpen(true)}>
            {voice.samples.map((sample, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two lines may be equal
              <Line key={at} icon={<Quote size={16} strokeWidth={1.75} className="text-ink-soft" />}>
                {sample.split('\n')[0]}
              </Line>
            ))}
            {voice.samples.length === 0 && !voice.usesPublished && <None>{t('voice.noSamples')}</None>}
            {voice.usesPublished && <None>{t('voice.published')}</None>}
          </Part>
          <Part title={t('voice.rules')} label={t('voice.changeRules')} onChange={() => setIsOpen(true)}>
            {voice.dos.map((rule) => (
              <Line
                key={`do ${rule}`}
                icon={<Check size={16} strokeWidth={1.75} aria-label={t('voice.always')} className="text-ink-soft" />}
              >
                {rule}
              </Line>
            ))}
            {voice.donts.map((rule) => (
              <Line
                key={`dont ${rule}`}
                icon={<X size={16} strokeWidth={1.75} aria-label={t('voice.never')} className="text-coral" />}
              >
                {rule}
              </Line>
            ))}
            {rules === 0 && <None>{t('voice.noRules')}</None>}
          </Part>
        </div>
      )}
      {isOpen && <VoiceDialog onClose={() => setIsOpen(false)} />}
    </LedgerSection>
  )
}

type PartProps = { title: string; label: string; onChange: () => void; children: ReactNode }

function Part({ title, label, onChange, children }: PartProps) {
  const t = useTranslations('settings.voice')
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-3 border-b border-line">
        <h3 className="text-14 font-strong">{title}</h3>
        <Button
          variant="quiet"
          size="sm"
          className="-me-3 font-strong text-pond hover:text-pond"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={onChange}
        >
          {t('change')}
        </Button>
      </div>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 py-1.5 text-14">
      <span className="shrink-0">{icon}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {children}
      </span>
    </li>
  )
}

const None = ({ children }: { children: ReactNode }) => <li className="py-2.5 text-13 text-ink-soft">{children}</li>
