import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Every test file is in exactly one of these two lists. `npm run check` rejects a test file that is in none or both.

/**
 * The tests that run with every change (`npm test`). They take at most 480 s on two idle cores and 900 s of processor
 * time.
 */
export const GATE = [
  'bin/checks/**',
  'bin/cli/publication-time.test.ts',
  'bin/page-size.test.ts',
  'core/**',
  'server/accounts/{accounts,connecting}.test.ts',
  'server/approval/**',
  'server/adapters/ai/**',
  'server/adapters/platforms/{api-versions,http,json,metrics,network-time,same-text}.test.ts',
  'server/adapters/platforms/*/!(client).test.ts',
  'server/adapters/web-pages/{fetch-page,guarded-connect,lenient-responses,page-address}.test.ts',
  'server/adapters/web-pages/{page-hops,public-address}.test.ts',
  'server/analytics/{metrics-schedule,read-metrics}.test.ts',
  'server/clock/{clock-estimate,measured-clock,one-clock}.test.ts',
  'server/db/**',
  'server/events/**',
  'server/installation/**',
  'server/http/{bad-input,base-path,concurrency-limit,event-stream,fuzz-calls,host,idempotency}.test.ts',
  'server/http/{live-updates,origin,security-headers}.test.ts',
  'server/log/log-error.test.ts',
  'server/media/media.test.ts',
  'server/notifications/notifications.test.ts',
  'server/operate/faq/faq.test.ts',
  'server/operate/health.test.ts',
  'server/operate/machine/admin-command.test.ts',
  'server/operate/jobs/jobs.test.ts',
  'server/operate/jobs/unopened-queue.test.ts',
  'server/pages/web-app.test.ts',
  'server/people/auth/!(attempts|confirm-email|forgotten-password|google|session-plans).test.ts',
  'server/people/passkeys/passkeys.test.ts',
  'server/people/profile/profile.test.ts',
  'server/people/security/two-factor.test.ts',
  'server/planning/slots.test.ts',
  'server/posts/**',
  'server/programs/oauth/client-name.test.ts',
  'server/publishing/check/{ask-author,clock-skew,duplicates,find-lost-post}.test.ts',
  'server/publishing/hold/restore.test.ts',
  'server/publishing/schedule/!(reconcile-local-times).test.ts',
  'server/publishing/send/{publish-post,races,sent-text}.test.ts',
  'server/publishing/{batch,heartbeats}.test.ts',
  'server/reading/feeds/read-feed.test.ts',
  'server/reading/articles/{read-article,read-link-card,shown-text,visible-text}.test.ts',
  'server/reading/documents/{docx-content,kind-of,read-docx}.test.ts',
  'server/reading/documents/pdf/**',
  'server/reading/{link-cards,source-texts,sources,text-of-html}.test.ts',
  'server/reading/parsing/reader-failure.test.ts',
  'server/writing/generation/{generation,professional,streaming}.test.ts',
  'server/comments/comments.test.ts',
  'server/workspaces/workspaces.test.ts',
  'server/{batch-calls,messages,secrets}.test.ts',
  'tests/browser/01-register-to-publish.spec.ts',
  'tests/browser/responsive-layout.spec.ts',
  'tests/{hard-coded-addresses,kill}.test.ts',
  'web/**',
]

/** The tests that run only with `npm run test:all`, which also runs the gate. */
export const ALL_ONLY = [
  'bench/**',
  'bin/cli/cli.test.ts',
  'bin/{bundle,cached-code,icons,packaging,release,row-types}.test.ts',
  'server/backup/tar.test.ts',
  'server/operate/backups/{bucket-backups,make-due-backup}.test.ts',
  'server/operate/machine/{check-networks,damaged-backup,killed-restore,other-engine,restore-command}.test.ts',
  'server/accounts/{account-choice,account-pictures,bluesky-sign-in,connect-forms,connect-troubles,connection-log,disconnecting,foreign-returns,network-apps,people,renew-tokens,text-limits,token-lifetimes}.test.ts',
  'server/adapters/mail/mailers.test.ts',
  'server/adapters/platforms/undocumented-meta.test.ts',
  'server/adapters/platforms/{connection-error,paging,rights,undocumented-behaviour}.test.ts',
  'server/adapters/platforms/*/client.test.ts',
  'server/adapters/sign-in/open-id.test.ts',
  'server/adapters/storage/storages.test.ts',
  'server/adapters/web-pages/{bad-sites,hostile-addresses,page-bodies,post-safely}.test.ts',
  'server/analytics/{entered-metrics,export-csv,reading-troubles,reports,store-metrics}.test.ts',
  'server/clock/wrong-clocks.test.ts',
  'server/http/{addresses-below-a-path,body-limits,broken-requests,compression,docs,other-users}.test.ts',
  'server/media/{animated-gif,describe-picture,documents,library,picture-address,reachable,render-picture,storage-quota,sweep-pictures,video-file,videos}.test.ts',
  'server/media/copies/**',
  'server/log/log.test.ts',
  'server/monitoring/**',
  'server/tracing/tracing.test.ts',
  'server/notifications/mail/mail-queue.test.ts',
  'server/notifications/push/push.test.ts',
  'server/notifications/{delays,expiring-permissions,lost-accounts,mails,published-mails}.test.ts',
  'server/operate/admin/{people,queue}.test.ts',
  'server/operate/background/{failed-jobs,held-jobs}.test.ts',
  'server/operate/jobs/error-text.test.ts',
  'server/operate/site/**',
  'server/pages/{dashboard-intro,installing,opening,site-pages}.test.ts',
  'server/people/meta/meta-callbacks.test.ts',
  'server/people/profile/{delete-account,erased-tables,mailed-link,picture}.test.ts',
  'server/people/auth/{attempts,confirm-email,forgotten-password,google,session-plans}.test.ts',
  'server/people/export/export.test.ts',
  'server/programs/{keys/keys,mcp/mcp,oauth/oauth,webhooks/webhooks,workspace-programs}.test.ts',
  'server/programs/feeds/feeds.test.ts',
  'server/publishing/check/{disconnected-accounts,lost-containers}.test.ts',
  'server/publishing/follow-ups/**',
  'server/publishing/schedule/reconcile-local-times.test.ts',
  'server/publishing/send/{access-tokens,documents,link-cards,pictures,post-options,video-extras,videos}.test.ts',
  'server/publishing/{outages,prepare-upcoming-posts,restarts}.test.ts',
  'server/reading/articles/hostile-pages.test.ts',
  'server/reading/documents/{everyday,pdf-facts,read-pdf}.test.ts',
  'server/reading/parsing/escapes.test.ts',
  'server/reading/parsing/parser-pool.test.ts',
  'server/writing/generation/{dialects,failed-drafts,guest-drafts,hostile-files,model-timeouts,offline-drafts}.test.ts',
  'server/writing/generation/{guest-models,injection,misbehaviour,openings,prompt-cache,rework,write-offline}.test.ts',
  'server/writing/{feeds,phrases,repeats}/**',
  'server/writing/voice/{voice,voice-proposals}.test.ts',
  'server/writing/{assistant,providers}/**',
  'server/writing/usage/{ai-uses,budgets,usage}.test.ts',
  'server/review/review.test.ts',
  'server/workspaces/{matrix,workspace-log}.test.ts',
  'server/{config,reseal,simulator}.test.ts',
  'simulator/**',
  'tests/browser/{accessibility,account-choice,approval,admin,admin-networks,analytics,arabic-type,ask-frogy,ask-frogy-conversations,backups,app-shell,below-a-path,bulk-actions,calendar,calendar-dialogs,choose-facebook-pages,choose-linkedin-pages}.spec.ts',
  'tests/browser/{command-palette,composer-drafts,composer-post-all,composer-posting,composer-scheduling,composer-validation,confirm-email,content-policy,connect-ai,connect-form,connect-from-composer,connection-failures,dashboard,dashboard-failures,dashboard-requests,dashboard-week,developers,disconnected-account}.spec.ts',
  'tests/browser/{draft-shortcuts,draft-tools,edit-scheduled-post,entered-figures,export,facebook-status,fact-questions,failed-jobs,failed-posts,faq,first-walk,followed-feeds,first-lines,google}.spec.ts',
  'tests/browser/{guest-drafts,guest-page,import-posts,initial-response,install,language-switch,layout-shift,lazy-overlays,link-card,link-switch,live-line,live-moment,load-failures}.spec.ts',
  'tests/browser/{invitations,keyboard-only,log-out,notifications,offline,oidc,outcome-actions,outline,publishing-hold}.spec.ts',
  'tests/browser/{local-models,member-roles,next-user,other-tab,passkeys,picture-cards,post-conflicts,post-editor,post-text-direction,previews,professional-mode,profile}.spec.ts',
  'tests/browser/{push,reconnect-account,rewrite-drafts,same-text,settings,shared-report}.spec.ts',
  'tests/browser/{repeat-posts,repeated-hour,review,series,server-drafts,share-target,short-viewport,sign-in,sign-up,source-sent-once,sources,streaming,tags,team,team-journey}.spec.ts',
  'tests/browser/{threads,time-picker,timers,toasts,translated-page,two-factor,unsaved-edit,unsaved-work,unsupported-claims,uploads,voice}.spec.ts',
  'tests/browser/{bluesky-sign-in,connect-mastodon-telegram,documents,evergreen,library,link-parameters,mentions,post-options,video-copies,video-files,voice-proposal,weekly-slots,write-in-place}.spec.ts',
  'tests/{bluesky-server,chaos,chaos-checker,composition,fuzz,hostile-texts,interrupted-migration,killed-uploads,power-cut,proxies}.test.ts',
  'tests/{restored-server,revoked-access,rolling-restart,start-modules,upgrade}.test.ts',
]

/** Folders whose tests join the gate if a file in them changes. */
const WHEN_CHANGED = ['simulator', 'bench', 'bin']

const root = join(import.meta.dirname, '..')
const TESTS = ['{bench,bin,core,server,simulator,web,tests}/**/*.test.ts', 'tests/browser/*.spec.ts']

/** The set of files that match these patterns. */
const filesOf = (...patterns: string[]): { has(file: string): boolean } => {
  const files = new Set(globSync(patterns, { cwd: root }))
  return { has: (file) => files.has(file) }
}

/** Tests that also run on the embedded database, because they cover code that depends on the kind of database. */
export const BOTH_DATABASES = filesOf(
  'server/{db,events,clock}/**',
  'server/operate/jobs/**',
  'server/operate/health.test.ts',
  'server/http/idempotency.test.ts',
  'server/publishing/{heartbeats,check/clock-skew,send/publish-post}.test.ts',
  'tests/{interrupted-migration,kill,upgrade}.test.ts',
)
/** Tests of the embedded database itself. */
export const EMBEDDED_ONLY = filesOf('server/db/lite.test.ts', 'tests/power-cut.test.ts')
/** Tests that wait for minutes for killed or frozen processes. Other tests can run meanwhile. */
export const MOSTLY_WAITING = filesOf(
  'tests/{kill,killed-uploads,chaos}.test.ts',
  'server/notifications/mail/mail-queue.test.ts',
)

export const isBrowserTest = (file: string): boolean => file.endsWith('.spec.ts')

export function allTestFiles(): string[] {
  return globSync(TESTS, { cwd: root }).toSorted()
}

/**
 * Returns the test files of a run, by their paths below the root.
 * @param named parts of paths, for the mode `named`
 * @param changedFiles the paths that the change under test touches
 */
export function testFiles(
  mode: 'gate' | 'all' | 'changed' | 'named',
  named: readonly string[],
  changedFiles: () => string[],
): string[] {
  const all = allTestFiles()
  if (mode === 'all') return all
  if (mode === 'named') return all.filter((file) => named.some((name) => file.includes(name)))
  const gate = filesOf(...GATE)
  const changed = changedFiles()
  if (mode === 'gate') {
    const joining = WHEN_CHANGED.filter((folder) => changed.some((path) => isIn(path, folder)))
    return all.filter((file) => gate.has(file) || joining.some((folder) => isIn(file, folder)))
  }
  const folders = new Set(changed.map((path) => dirname(path)))
  const isWebChanged = changed.some((path) => isIn(path, 'web') || isIn(path, 'core/messages'))
  return all.filter((file) =>
    isBrowserTest(file)
      ? changed.includes(file) || (isWebChanged && gate.has(file))
      : [...folders].some((folder) => isIn(file, folder)),
  )
}

const isIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`)
