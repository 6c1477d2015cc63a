import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../../lib/isolate.ts'
import { useIssueText } from '../issue-text.ts'
import type { Stop } from './stops-of.ts'

/** What stops a post, each under a coral rule. */
export function Stops({ stops }: { stops: readonly Stop[] }) {
  const t = useTranslations('posts.issues')
  const issueText = useIssueText()
  return stops.map(({ platform, issue }) => (
    <div key={`${platform}-${issue.kind}`} className="border-t-2 border-coral py-2.5">
      <p className="font-strong">{issueText(platform, issue)}</p>
      {issue.kind === 'too-long' && (
        <p className="text-13 text-ink-soft">{t('tooLongText', { platform: isolate(rulesOf(platform).name) })}</p>
      )}
    </div>
  ))
}
