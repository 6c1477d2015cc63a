import type { FastifyInstance } from 'fastify'
import type { PlatformClients } from './adapters/platforms/all.ts'
import type { PageFetcher } from './adapters/web-pages/fetch-page.ts'
import type { Database } from './db/database.ts'
import type { Changes } from './events/changes.ts'
import type { PictureStoreParts } from './media/store-pictures.ts'
import type { MailQueue } from './notifications/mail/mail-queue.ts'
import type { FrogyJobs } from './operate/background/job-kinds.ts'
import type { JobQueue } from './operate/jobs/job-queue.ts'
import type { Throttle } from './people/auth/throttle.ts'
import type { PostParts } from './posts/routes.ts'
import type { LinkCards } from './reading/link-cards.ts'
import type { Parsers } from './reading/parsing/parser-pool.ts'
import type { Secrets } from './secrets.ts'
import type { Allowed } from './writing/generation/allowance.ts'
import type { WriteForUser } from './writing/generation/write-for-user.ts'
import type { ProviderSource } from './writing/providers/providers.ts'
import type { UsageLedger } from './writing/usage/usage-ledger.ts'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { accountPictures } from './accounts/account-pictures.ts'
import { connectRoutes } from './accounts/connect-routes.ts'
import { adminRoutes } from './operate/admin/routes.ts'
import { backupRoutes } from './operate/backups/routes.ts'
import type { backupFolderFor } from './backup/backup-folders.ts'
import { networkAppRoutes } from './accounts/network-apps.ts'
import { oauthClientRoutes } from './accounts/oauth-client-routes.ts'
import type { AddRevocation } from './accounts/revoke-permission.ts'
import { accountRoutes } from './accounts/routes.ts'
import { reportRoute } from './analytics/report-route.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assistantRoutes } from './writing/assistant/routes.ts'
import { authRoutes } from './people/auth/routes.ts'
import { knownBrowsers } from './people/auth/known-browsers.ts'
import { passwordsOf, type PasswordCost } from './people/auth/passwords.ts'
import { sessions } from './people/auth/sessions.ts'
import type { ProcessClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import { feedRoutes } from './programs/feeds/routes.ts'
import { exportRoutes } from './people/export/routes.ts'
import type { ModelTimeouts } from './writing/generation/model-timeouts.ts'
import { generationRoutes } from './writing/generation/routes.ts'
import { guestRoutes } from './writing/generation/guest-drafts.ts'
import { basePathOf } from './http/base-path.ts'
import { apiDocs } from './http/api-docs.ts'
import { compression } from './http/compression.ts'
import { cookies } from './http/cookies.ts'
import { commentRoutes } from './comments/routes.ts'
import { idempotencyKeys } from './http/idempotency.ts'
import { liveUpdates } from './http/live-updates.ts'
import { withReads } from './http/reads.ts'
import { makeHandle } from './http/router.ts'
import { videoCopyRoutes } from './media/copies/routes.ts'
import { pictureFiles } from './media/picture-files.ts'
import { publicPictures } from './media/public-pictures.ts'
import { jobRoutes } from './operate/jobs/routes.ts'
import { keyFinder } from './programs/keys/api-keys.ts'
import { keyRoutes } from './programs/keys/routes.ts'
import { mcpRoutes } from './programs/mcp/routes.ts'
import { mediaRoutes, type MediaParts } from './media/routes.ts'
import { videoExtrasRoutes } from './media/video-extras.ts'
import { videoRoutes } from './media/videos.ts'
import { findDeletion } from './people/meta/delete-data.ts'
import { metaRoutes } from './people/meta/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { oauthChallenge, oauthRoutes } from './programs/oauth/routes.ts'
import { fontFaces } from './pages/font-faces.ts'
import { webApp } from './pages/web-app.ts'
import { passkeyRoutes } from './people/passkeys/routes.ts'
import { evergreenRoutes } from './posts/evergreen.ts'
import { postRoutes } from './posts/routes.ts'
import { tagRoutes } from './posts/tags.ts'
import {
  eraseAccountData,
  detachPosts,
  checkUnconfirmedNow,
  reassignPosts,
  adoptPosts,
} from './posts/transitions/account.ts'
import type { DEFAULT_SERVERS } from './writing/providers/find-local-models.ts'
import { profileRoutes, type ProfileParts } from './people/profile/routes.ts'
import { makesVideoCopies } from './publishing/heartbeats.ts'
import { providerRoutes } from './writing/providers/routes.ts'
import { pushRoutes } from './notifications/push/routes.ts'
import { activeFaq } from './operate/faq/faq.ts'
import { faqRoutes } from './operate/faq/routes.ts'
import { securityRoutes } from './people/security/routes.ts'
import { officialAccounts } from './operate/site/official-accounts.ts'
import { siteRoutes } from './operate/site/routes.ts'
import { slotRoutes } from './planning/routes.ts'
import { sourceRoutes } from './reading/routes.ts'
import { followedFeedRoutes } from './writing/feeds/routes.ts'
import { phraseRoutes } from './writing/phrases/routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { repeatRoutes } from './writing/repeats/routes.ts'
import { voiceRoutes } from './writing/voice/routes.ts'
import { webhookRoutes } from './programs/webhooks/routes.ts'
import { reviseDescribed } from './approval/revise-described.ts'
import { approvalRoutes } from './approval/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

const WEB_FOLDER = join(import.meta.dirname, '..', 'dist', 'web')

/** The database, services and settings of a process that its pages and API use. */
interface WebParts {
  database: Database
  clock: ProcessClock
  config: Config
  secrets: Secrets
  clients: PlatformClients
  changes: Changes
  jobs: JobQueue<FrogyJobs>
  mails: MailQueue
  throttle: Throttle
  pictures: PictureStoreParts
  posting: PostParts
  parsers: Parsers
  pages: PageFetcher
  cards: LinkCards
  providers: ProviderSource
  ledger: UsageLedger
  allowed: Allowed
  writeForUser: WriteForUser
  modelTimeouts: ModelTimeouts
  modelServers: typeof DEFAULT_SERVERS
  passwordCost: PasswordCost
  backups: ReturnType<typeof backupFolderFor>
  /** Aborts when this process stops. */
  stopping: AbortSignal
  userAgent: string
  publicUrl: () => string
  /** Runs due background jobs of this process. */
  wake: () => void
}

/**
 * Adds all pages and the API to a server.
 * @returns the reader of account pictures, which must be closed before the server
 */
export async function addWebRoutes(server: FastifyInstance, parts: WebParts): Promise<AsyncDisposable> {
  const { database, clock, config, secrets, clients, changes, jobs, mails, throttle, pictures, posting } = parts
  const { parsers, pages, cards, providers, ledger, allowed, writeForUser, modelTimeouts, modelServers } = parts
  const { passwordCost, backups, stopping, userAgent, publicUrl, wake } = parts
  await server.register(multipart)
  compression(server)
  const jar = cookies(config.publicUrl)
  const session = sessions(database, clock, secrets, jar)
  const browsers = knownBrowsers(clock, secrets, jar)
  const keys = idempotencyKeys(database, clock, (error) =>
    server.log.warn({ err: error }, 'an idempotency key was not recorded'),
  )
  const findKey = keyFinder({ database, clock, secrets }, throttle)
  const { handle, read } = withReads(
    makeHandle(server, session.find, findKey, throttle, browsers, keys, basePathOf(config.publicUrl)),
  )
  const passwords = passwordsOf(passwordCost)
  const auth = {
    database,
    clock,
    config,
    secrets,
    cookies: jar,
    sessions: session,
    browsers,
    throttle,
    mails,
    passwords,
  }
  authRoutes(handle, auth)
  securityRoutes(handle, auth)
  workspaceRoutes(handle, auth)
  reviewRoutes(handle, {
    ...auth,
    storage: pictures.storage,
    approval: posting,
    publicUrl,
  })
  const portrait: ProfileParts['portrait'] = (bytes, signal) => parsers.parse('portrait', bytes, null, signal)
  profileRoutes(handle, { ...auth, ...pictures, portrait })
  passkeyRoutes(handle, auth)
  const logPictureError = (error: unknown) => server.log.warn({ err: error }, 'the picture of an account was not read')
  const accountPhotos = accountPictures(config, userAgent, portrait, logPictureError)
  const accounts = {
    database,
    clock,
    config,
    secrets,
    clients,
    posts: { eraseAccountData, detachPosts, reassignPosts, adoptPosts, checkUnconfirmedNow },
    pictures: accountPhotos,
    addRevocation: ((on, revocation) => jobs.add(on, 'revoke-permission', revocation)) satisfies AddRevocation,
  }
  accountRoutes(handle, accounts)
  connectRoutes(handle, accounts)
  networkAppRoutes(handle, accounts)
  oauthClientRoutes(server, { publicUrl, secrets })
  metaRoutes(handle, { ...accounts, publicUrl })
  postRoutes(handle, posting)
  evergreenRoutes(handle, posting)
  tagRoutes(handle, { database, clock })
  approvalRoutes(handle, posting)
  commentRoutes(handle, { database, clock, mails, publicUrl })
  notificationRoutes(handle, { database, clock })
  pushRoutes(handle, { database, clock, secrets, allowHosts: config.extractAllowHosts })
  jobRoutes(handle, { database, clock, jobs })
  adminRoutes(handle, { database, clock, config, secrets, mails, cutOff: posting.cutOff })
  backupRoutes(handle, {
    database,
    clock,
    backup: config.backup,
    folder: backups,
    wake,
  })
  faqRoutes(handle, { database, clock })
  siteRoutes(handle, { database, clock })
  exportRoutes(handle, {
    ...pictures,
    openJobs: jobs.open,
    addJob: (tx, exportId) => jobs.add(tx, 'make-export', { exportId }),
  })
  slotRoutes(handle, { database, clock })
  const reports = { database, clock, secrets, publicUrl, metrics: config.metrics }
  analyticsRoutes(handle, { ...reports, logo: (bytes, signal) => parsers.parse('logo', bytes, null, signal) })
  reportRoute(server, { ...reports, fonts: fontFaces(WEB_FOLDER) }, throttle)
  keyRoutes(handle, { database, clock, secrets })
  feedRoutes(handle, { database, clock, secrets, publicUrl })
  followedFeedRoutes(handle, { database, clock, pages, parsers, wake })
  webhookRoutes(handle, { database, clock, secrets, allowHosts: config.extractAllowHosts })
  voiceRoutes(handle, { database, clock })
  phraseRoutes(handle, { database, clock })
  repeatRoutes(handle, { database, clock })
  providerRoutes(handle, {
    database,
    clock,
    secrets,
    providers,
    budgets: config.aiBudgets,
    config,
    prices: config.aiPrices,
    ledger,
    testTimeoutMs: modelTimeouts.plainMs,
    servers: modelServers,
    stopping,
  })
  const asked = { clock, config, providers, ledger, stopping }
  generationRoutes(handle, { ...asked, allowed, writeForUser, parsers, modelTimeouts, posts: posting })
  assistantRoutes(handle, { ...asked, database, allowed, publicUrl })
  guestRoutes(handle, { ...asked, throttle, parsers, pages, modelTimeouts })
  sourceRoutes(handle, { database, clock, pages, readers: parsers, cards })
  const render: MediaParts['render'] = (bytes, signal) => parsers.parse('picture', bytes, null, signal)
  const revised: MediaParts['reviseDescribed'] = (tx, caller, id) => reviseDescribed(clock, tx, caller, id)
  mediaRoutes(handle, { ...pictures, render, pages, providers, ledger, reviseDescribed: revised })
  videoExtrasRoutes(handle, {
    ...pictures,
    reviseDescribed: revised,
    renderCover: (bytes, signal) => parsers.parse('cardPicture', bytes, null, signal),
  })
  videoRoutes(handle, { ...pictures, readPdf: (file, signal) => parsers.parse('pdfFacts', file, null, signal) })
  videoCopyRoutes(handle, {
    ...pictures,
    isOffered: async () => config.videoCopies && (await makesVideoCopies(database)),
    openJobs: jobs.open,
    addJob: (tx, copyId) => jobs.add(tx, 'make-video-copy', { copyId }),
  })
  pictureFiles(handle, pictures)
  publicPictures(handle, { ...pictures, secrets })
  liveUpdates(server, changes, session.find)
  apiDocs(server, publicUrl)
  mcpRoutes(server, { findKey, publicUrl, challenge: () => oauthChallenge(publicUrl()) })
  oauthRoutes(server, handle, { database, clock, secrets, publicUrl, throttle })
  const findSession = session.find
  const web = {
    findSession,
    read,
    mark: changes.mark,
    clock,
    publicUrl,
    official: () => officialAccounts(database),
    questions: () => activeFaq(database),
    hasGoogle: config.google !== undefined,
    oidcName: config.oidc?.name,
    findDeletion: (code: string) => findDeletion(database, code),
    contact: config.contactEmail,
  }
  await webApp(server, WEB_FOLDER, web)
  return accountPhotos
}
