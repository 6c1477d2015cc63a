import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import type { Topic } from '#core/notifications/push-topics.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { readPushDevice, setPushTopics, type PushState } from '../../notifications/push-device.ts'
import { LedgerSection, NotSaved, Saved } from '../../ui/ledger.tsx'
import { Switch } from '../../ui/switch.tsx'

// Repeats the API contract's list of topics, because importing it would load zod in the browser. The compiler checks
// that both are the same.
const TOPICS = Object.keys({ trouble: 0, account: 0, published: 0 } satisfies Record<Topic, 0>) as Topic[]
const PUSH_DEVICE = ['push-device']
const NO_MAIL = 'settings-no-mail'

export function NoticesSection({ user }: { user: User }) {
  const t = useTranslations('settings.notices')
  const push = useTranslations('notifications.push')
  const device = useQuery({ queryKey: PUSH_DEVICE, queryFn: readPushDevice, staleTime: 0, gcTime: 0 })
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const [isRefused, setIsRefused] = useState(false)
  const state = device.data
  const canTell = state?.device === 'on' || state?.device === 'off'
  return (
    <LedgerSection id="notifications" title={t('title')} text={t('text')}>
      {!sendsMail && (
        <p id={NO_MAIL} className="mb-2 text-13 text-ink-soft">
          {t('noMail')}
        </p>
      )}
      <table className="w-full text-14">
        <thead className="text-13 text-ink-soft">
          <tr>
            <th scope="col">
              <span className="sr-only">{t('about')}</span>
            </th>
            <th scope="col" className="w-20 pb-1 text-center font-text md:w-28">
              {t('mail')}
            </th>
            <th scope="col" className="w-20 pb-1 text-center font-text md:w-28">
              {t('device')}
            </th>
          </tr>
        </thead>
        <tbody>
          {TOPICS.map((topic) => (
            <TopicRow
              key={topic}
              topic={topic}
              user={user}
              state={state}
              sendsMail={sendsMail}
              onAnswered={(isAllowed) => setIsRefused(!isAllowed)}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-2 text-13 text-ink-soft">
        {sendsMail && !user.emailConfirmed && <p>{t('unconfirmed')}</p>}
        <div aria-live="polite">
          {state && !canTell && <p>{push(`is.${state.device}`)}</p>}
          {isRefused && canTell && <p>{t('refused')}</p>}
        </div>
      </div>
    </LedgerSection>
  )
}

interface TopicRowProps {
  topic: Topic
  user: User
  state: PushState | undefined
  sendsMail: boolean
  onAnswered: (isAllowed: boolean) => void
}

function TopicRow({ topic, user, state, sendsMail, onAnswered }: TopicRowProps) {
  const t = useTranslations('settings.notices')
  const { saving, save, change } = useSaving()
  const name = t(`topics.${topic}`)
  const enabledTopics = state?.topics ?? []
  const canTell = state?.device === 'on' || state?.device === 'off'
  const changed = (topics: readonly Topic[], isOn: boolean) =>
    TOPICS.filter((one) => (one === topic ? isOn : topics.includes(one)))

  async function setTopic(isOn: boolean) {
    if (!state) return
    const topics = changed(enabledTopics, isOn)
    queryClient.setQueryData<PushState>(PUSH_DEVICE, { ...state, topics })
    try {
      onAnswered(await setPushTopics(state.device, topics))
    } finally {
      await queryClient.refetchQueries({ queryKey: PUSH_DEVICE })
    }
  }

  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-3 text-start font-text">
        <span className="flex flex-wrap items-center gap-x-2">
          {name}
          <Saved saving={saving} />
        </span>
        <NotSaved saving={saving} />
      </th>
      <td className="text-center">
        <Switch
          label={t('byMail', { topic: name })}
          isOn={sendsMail && user.mailed.includes(topic)}
          disabled={!sendsMail}
          describedBy={sendsMail ? undefined : NO_MAIL}
          onChange={(isOn) => change({ mailed: changed(user.mailed, isOn) })}
        />
      </td>
      <td className="text-center">
        <Switch
          label={t('onDevice', { topic: name })}
          isOn={enabledTopics.includes(topic)}
          disabled={!canTell}
          onChange={(isOn) => save(() => setTopic(isOn))}
        />
      </td>
    </tr>
  )
}
