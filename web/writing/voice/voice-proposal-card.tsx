import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { RULE_LIMIT } from '#core/writing/options/voice.ts'
import type { Voice, VoiceProposal } from '#core/writing/voice-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Lightbulb, X } from '../../ui/icons.ts'

type NewRule = { list: 'dos' | 'donts'; text: string }

/** Proposed rules that forbid something. All other rules ask for something. */
const AVOIDS: ReadonlySet<VoiceProposal['kind']> = new Set<VoiceProposal['kind']>([
  'question_removed',
  'hashtags_removed',
  'hashtags_reduced',
  'list_removed',
  'emoji_removed',
  'exclamations_removed',
])

/** Fetches the proposal again when the page opens, because newly published posts may suggest a rule. */
export const useVoiceProposal = (): VoiceProposal | null =>
  useQuery({ ...reading('GET /api/voice/proposal'), refetchOnMount: 'always' }).data?.proposal ?? null

/** Shows the rule that the user's edits suggest, until the user accepts or refuses it. */
export function VoiceProposalCard({ onAccepted }: { onAccepted?: (rule: NewRule, voice: Voice) => void }) {
  const t = useTranslations('voice')
  const errorText = useErrorText()
  const proposal = useVoiceProposal()
  const answering = useMutation({
    mutationFn: ({ id, rule }: { id: string; rule: NewRule | null }) =>
      call('POST /api/voice/proposal/answer', { body: { id, rule } }),
    onSuccess: (voice, { rule }) => {
      queryClient.setQueryData(reading('GET /api/voice').queryKey, voice)
      if (rule) onAccepted?.(rule, voice)
      toast({ title: t(rule ? 'proposal.accepted' : 'proposal.refused') })
      void invalidate('/api/voice/proposal')
    },
  })
  if (!proposal || (answering.isSuccess && answering.variables.id === proposal.id)) return null
  const { id, kind, count, of, language } = proposal
  const values = { count, of, language, amount: proposal.amount ?? 0, phrase: proposal.phrase ?? '' }
  const list = AVOIDS.has(kind) ? 'donts' : 'dos'
  const text = t(`proposal.rule.${kind}`, values).slice(0, RULE_LIMIT)
  return (
    <section aria-label={t('proposal.title')} className="mb-5 border-s-[3px] border-lily ps-3 text-14">
      <p className="flex gap-2">
        <Lightbulb size={18} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <span className="min-w-0">{t(`proposal.evidence.${kind}`, { ...values, phrase: isolate(values.phrase) })}</span>
      </p>
      <p className="mt-1 flex gap-2 text-ink-soft">
        {list === 'donts' ? (
          <X size={18} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        ) : (
          <Check size={18} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        )}
        <span className="min-w-0">
          <span className="font-strong">{t(`${list}.label`)}</span> <bdi>{text}</bdi>
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          isPending={answering.isPending}
          onClick={() => answering.mutate({ id, rule: { list, text } })}
        >
          {t('proposal.accept')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={answering.isPending}
          onClick={() => answering.mutate({ id, rule: null })}
        >
          {t('proposal.refuse')}
        </Button>
      </div>
      {answering.error && !answering.isPending && (
        <p role="alert" className="mt-2 text-13 text-coral">
          <strong className="font-strong">{t('proposal.failed')}</strong> {errorText(answering.error)}
        </p>
      )}
    </section>
  )
}
