import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import packageJson from '../package.json' with { type: 'json' }
import { isBackupOverdue } from './operate/backups/routes.ts'
import { refuseHalfRestored } from './db/restoring.ts'
import { serveSnapshots } from './backup/snapshot.ts'
import { backupFolderFor } from './backup/backup-folders.ts'
import { registeredApps } from './accounts/registered-apps.ts'
import { isConfigured } from './adapters/ai/model.ts'
import { mailerFor } from './adapters/mail/mailers.ts'
import { platformClients } from './adapters/platforms/all.ts'
import { networkTime } from './adapters/platforms/network-time.ts'
import { oldVersions } from './adapters/platforms/api-versions.ts'
import { pushServices } from './adapters/push/push-service.ts'
import { storageFor } from './adapters/storage/storages.ts'
import { pageFetcher } from './adapters/web-pages/fetch-page.ts'
import { grantNamedRoles } from './people/auth/admission.ts'
import { PASSWORD_COST, type PasswordCost } from './people/auth/passwords.ts'
import { throttle } from './people/auth/throttle.ts'
import { JOB_KINDS } from './operate/background/job-kinds.ts'
import { openChanges, isAbout } from './events/changes.ts'
import type { ProcessClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import { openDatabase, type Connections, type Queryable } from './db/database.ts'
import type { SlowQuery } from './db/slow-queries.ts'
import { freeSpaceProbe } from './db/free-space.ts'
import { migrate } from './db/migrate.ts'
import { writingAllowance } from './writing/generation/allowance.ts'
import { DEFAULT_MODEL_TIMEOUTS, type ModelTimeouts } from './writing/generation/model-timeouts.ts'
import { writerForUsers } from './writing/generation/write-for-user.ts'
import { basePathOf } from './http/base-path.ts'
import { healthRoutes } from './operate/health.ts'
import { logRequests } from './log/log-requests.ts'
import { printLine } from './log/logger.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { NO_TRACER, type Tracer } from './tracing/tracer.ts'
import { countRequests } from './monitoring/count-requests.ts'
import { meteredParsers } from './monitoring/metered.ts'
import { openMeters } from './monitoring/meters.ts'
import { metricsRoute } from './monitoring/routes.ts'
import {
  checkHost,
  closeServer,
  firstResponse,
  listen,
  stopListening,
  trackLingeringConnections,
  waitUntilDisconnected,
} from './http/listen.ts'
import { changesSomething, isCall, makeServer } from './make-server.ts'
import { FAILED, hasFailedJobs } from './operate/jobs/failed-jobs.ts'
import { jobQueue } from './operate/jobs/job-queue.ts'
import { startJobs, type RunningJobs } from './operate/jobs/start-jobs.ts'
import { mailQueue } from './notifications/mail/mail-queue.ts'
import { releaseMailClaims } from './notifications/notification-mailer.ts'
import { openParsers } from './reading/parsing/parser-pool.ts'
import { unreachablePlatforms } from './media/reachable.ts'
import type { Discard } from './posts/discard-prepared.ts'
import { DEFAULT_SERVERS } from './writing/providers/find-local-models.ts'
import { freeModels, providerSource } from './writing/providers/providers.ts'
import { releaseAllLeases } from './accounts/leases.ts'
import { queueState } from './publishing/heartbeats.ts'
import { openInstallation } from './publishing/hold/open-installation.ts'
import { isPublishingHeld } from './installation/installation-row.ts'
import { mailHeld } from './operate/admin/held-mail.ts'
import type { Worker } from './publishing/worker.ts'
import { resealAll } from './reseal.ts'
import { secretsFrom } from './secrets.ts'
import { withSimulator } from './simulator.ts'
import { cardReaderLimits, openLinkCards, DEFAULT_CARD_TIMEOUTS, type CardTimeouts } from './reading/link-cards.ts'
import { databaseClock } from './clock/database-clock.ts'
import { usageLedger } from './writing/usage/usage-ledger.ts'
import { addWebRoutes } from './web-routes.ts'

export interface App extends AsyncDisposable {
  /**
   * Closes connections until none is open or `forMs` is over. A web process accepts no new connections but still
   * answers on open ones, because other processes take over. Other roles respond 503.
   */
  drain(forMs: number): Promise<void>
  /** The server's address. Undefined for a worker, which serves no pages. */
  readonly url: string | undefined
  /** The simulator's URL. Undefined without simulated platforms. */
  readonly simulatorUrl: string | undefined
}

/** Opens the parts that the role of this process needs. Closes them in reverse order, even after a failed start. */
export async function openApp(
  given: Config,
  injected: {
    clock?: ProcessClock
    passwordCost?: PasswordCost
    modelServers?: typeof DEFAULT_SERVERS
    /** Base URLs of AI providers whose API keys users enter in the app; by default the providers' public URLs. */
    vendors?: { openai?: string; anthropic?: string }
    modelTimeouts?: ModelTimeouts
    cardTimeouts?: CardTimeouts
    /** Replaces the function that opens the pools of parser processes. */
    openParsers?: typeof openParsers
    connections?: Connections
  } = {},
): Promise<App> {
  await checkHost(given.host)
  refuseHalfRestored(given.dataDir)
  await using opened = new AsyncDisposableStack()
  const openedAt = performance.now()
  let isStopping = false
  /** Whether other processes take over. This process then accepts no connections, but still answers on open ones. */
  let isHandingOver = false
  const server = makeServer(
    given,
    () => isStopping,
    () => isHandingOver,
  )
  const connections = trackLingeringConnections(server.server)
  const log = server.log
  const meters = openMeters(configuredModels(given))
  countRequests(server, meters)
  logRequests(server)
  const tracer = await openTracer(given, (error) => log.warn({ err: error }, 'traces could not be sent'))
  if (Symbol.asyncDispose in tracer) opened.use(tracer)
  traceRequests(server, tracer)

  const onError = (error: unknown) => log.warn({ err: error }, 'a database connection broke')
  const onSlow = (slow: SlowQuery) => {
    meters.slowQueries.add()
    log.warn(slow, 'a statement was slow')
  }
  const onCreated = (text: string) => printLine(given.printsJson, 'info', text)
  const opening = [
    openDatabase({ ...given, connections: injected.connections, onError, onSlow, onCreated }).then((database) =>
      opened.use(database),
    ),
    withSimulator(given, (error) => log.error({ err: error }, 'the simulated networks could not be loaded')).then(
      (result) => {
        if (result.simulator) opened.use(result.simulator)
        return result
      },
    ),
  ] as const
  // Wait until both the database and the simulator are open, even if one fails. The opened one must be closed,
  // otherwise the process never ends.
  await Promise.allSettled(opening)
  const [database, { config, simulator }] = await Promise.all(opening)
  const clock = injected.clock ?? opened.use(await databaseClock(database, networkTime(config.platforms), log))
  await migrate(database)
  await grantNamedRoles(database, config.adminEmails, clock.now())

  const changes = opened.use(await openChanges(database))
  const secrets = secretsFrom(config.secrets)
  const clients = platformClients(
    config.platforms,
    clock.now,
    (platform) => registeredApps({ database, clock, secrets }, platform),
    config.versions,
  )
  const mailer = mailerFor(config, clock.now, log)

  const { storageLimitBytes } = config
  const pictures = { database, clock, storage: storageFor(config), storageLimitBytes, log }

  let { publicUrl } = config
  await resealAll(database, secrets)
  const pageFetching = { allowHosts: config.extractAllowHosts, userAgent: userAgent(config) }
  const logCardError = (error: unknown) => log.warn({ err: error }, 'a link card was not read')
  const { cardTimeouts = DEFAULT_CARD_TIMEOUTS } = injected
  const openPool = injected.openParsers ?? openParsers
  const cardReaders = openPool(cardReaderLimits(cardTimeouts), logCardError)
  const cards = opened.use(openLinkCards(pageFetching, cardTimeouts, meteredParsers(cardReaders, meters), logCardError))
  const jobs = opened.use(jobQueue({ database, log, doesWork: true }, JOB_KINDS))
  const mails = mailQueue({ secrets, open: jobs.open, add: jobs.add })
  const installation = opened.use(
    await openInstallation({
      database,
      clock,
      dataDir: config.dataDir,
      isHeldByEnvironment: config.isPublishingHeld,
      beforeNotifying: jobs.open,
      notifyAdmins: (tx) => mailHeld(tx, mails, publicUrl),
    }),
  )
  const stopping = new AbortController()
  const readers: AsyncDisposable[] = []
  const limits = throttle(database, clock, config.rateLimits)
  const logParserError = (error: Error) => log.warn({ err: error }, 'a parser failed or was stopped')
  const parsers = meteredParsers(openPool({}, logParserError), meters)
  const posting = {
    database,
    clock,
    changes,
    config,
    secrets,
    clients,
    cutOff: unreachablePlatforms(config),
    addDiscard: (tx: Queryable, discard: Discard) => jobs.add(tx, 'discard-prepared', discard),
  }
  const logUsageError = (error: unknown) => log.warn({ err: error }, 'AI usage was not recorded')
  const providers = providerSource({
    config,
    database,
    clock,
    secrets,
    vendors: injected.vendors ?? {},
    meters,
    stopping: stopping.signal,
  })
  const ledger = usageLedger({
    database,
    clock,
    prices: config.aiPrices,
    budgets: config.aiBudgets,
    freeModels: async () => freeModels(await providers.now()),
    meters,
    onError: logUsageError,
  })
  const allowed = writingAllowance(limits, config)
  const modelTimeouts = injected.modelTimeouts ?? DEFAULT_MODEL_TIMEOUTS
  const writeForUser = writerForUsers({ database, clock, allowed, parsers, modelTimeouts, ledger })
  const pages = pageFetcher(pageFetching)
  readers.push(parsers, pages)
  const work = opened.use(new AsyncDisposableStack())
  const webhookSettings = {
    allowHosts: config.extractAllowHosts,
    userAgent: `Frogy/${packageJson.version} (+${publicUrl})`,
  }
  const backups = backupFolderFor(config.backup.to)
  if (database.kind === 'embedded') work.use(serveSnapshots(database, config.dataDir))
  let worker: Worker | undefined
  let running: RunningJobs | undefined
  const startWork = async () => {
    if (isStopping) return
    const [{ startWorker }, { workerJobHandlers, webJobHandlers }] = await workModules()
    // Check again, because the process may have begun to stop while the modules loaded.
    if (isStopping) return
    if (config.role !== 'web')
      worker = work.use(
        startWorker({
          ...pictures,
          changes,
          clients,
          secrets,
          cards,
          installation,
          makesCopies: config.ffmpeg !== undefined,
          meters,
          tracer,
          publicUrl: () => publicUrl,
        }),
      )
    const pushService = pushServices(config.extractAllowHosts)
    const { metrics } = config
    const parts = {
      ...pictures,
      ...webhookSettings,
      mailer,
      mails,
      pushService,
      clients,
      secrets,
      jobs,
      metrics,
      isHeld: installation.isHeld,
      publicUrl: () => publicUrl,
      config,
      backups,
      version: packageJson.version,
      writing: { pages, parsers, providers, writeForUser, posts: posting },
    }
    const handlers = config.role === 'web' ? webJobHandlers(parts) : workerJobHandlers(parts)
    const { wake } = (running = work.use(startJobs({ database, clock, log }, JOB_KINDS, handlers, jobs)))
    work.defer(changes.subscribe((change) => isAbout(change, 'notification', 'push', 'webhook') && wake()))
    work.defer(changes.onGap(wake))
  }
  // Only one process can use the embedded database. Accounts and mails that are still reserved belong to a dead
  // process.
  if (database.kind === 'embedded') {
    await releaseAllLeases(database)
    await releaseMailClaims(database)
  }

  server.addHook('onRequest', async (request) => {
    // Reject changes while the clock is unreliable, because they would store a wrong time.
    if (changesSomething(request) && isCall(request) && !(await clock.waitUntilReliable()))
      throw new AppError('clock_unsure')
  })

  const isReal = (platform: Platform) => config.platforms[platform]?.simulated === false
  const outdatedVersions = () => oldVersions(config.versions, isReal, clock.now())
  for (const name of outdatedVersions())
    log.warn(`${name} is ten months old. Its vendor will retire it. Set a newer model, or update Frogy.`)
  if (config.role !== 'web' && config.backup.times && !config.backup.passphrase)
    log.warn('Scheduled backups leave the secret out, because BACKUP_PASSPHRASE is not set. Keep a copy of the secret.')
  const warnings = async () => [
    ...outdatedVersions(),
    ...(running?.isStuck() ? ['queue'] : []),
    ...((await hasFailedJobs(database).catch(() => false)) ? ['jobs'] : []),
    ...((await isPublishingHeld(database)) ? ['held'] : []),
    ...((await isBackupOverdue(database, config.backup, clock.now())) ? ['backup'] : []),
  ]
  const workerProbe =
    config.role === 'web' ? undefined : { silentMs: () => worker?.silentMs() ?? performance.now() - openedAt }
  healthRoutes(server, {
    async queueState() {
      const state = await queueState(database, clock.now())
      // While publishing is held, due posts wait on purpose, so do not report them as waiting.
      return (await isPublishingHeld(database)) ? { ...state, dueSince: null } : state
    },
    clock,
    worker: workerProbe,
    hasRoom: freeSpaceProbe(database, config.dataDir),
    isStopping: () => isStopping || isHandingOver,
    warnings,
  })
  metricsRoute(server, {
    database,
    clock,
    meters,
    token: config.metricsToken,
    jobKinds: [...Object.keys(JOB_KINDS), FAILED],
    about: { version: packageJson.version, role: config.role },
  })
  if (config.role !== 'worker')
    readers.push(
      await addWebRoutes(server, {
        database,
        clock,
        config,
        secrets,
        clients,
        changes,
        jobs,
        mails,
        throttle: limits,
        pictures,
        posting,
        parsers,
        pages,
        cards,
        providers,
        ledger,
        allowed,
        writeForUser,
        modelTimeouts,
        modelServers: injected.modelServers ?? DEFAULT_SERVERS,
        passwordCost: injected.passwordCost ?? PASSWORD_COST,
        backups,
        stopping: stopping.signal,
        userAgent: userAgent(config),
        publicUrl: () => publicUrl,
        wake: () => running?.wake(),
      }),
    )
  opened.defer(async () => {
    isStopping = true
    // Abort running AI calls and reads first, because the server waits for all responses.
    stopping.abort(new AppError('shutting_down'))
    await Promise.all(readers.map((reader) => reader[Symbol.asyncDispose]()))
    using _ending = connections.end()
    await closeServer(server)
  })
  const answered = firstResponse(server)
  const port = await listen(server, config)
  // With port 0, the system chooses the port, which is known only now.
  const ownUrl = `http://127.0.0.1:${port}${basePathOf(config.publicUrl)}`
  if (new URL(publicUrl).port === '0') publicUrl = ownUrl
  if (config.role === 'worker') await startWork()
  // Start background work after the first response, so that it does not delay the first page.
  else void answered.then(startWork)
  const stack = opened.move()
  return {
    url: config.role === 'worker' ? undefined : config.port === 0 ? ownUrl : publicUrl,
    simulatorUrl: simulator?.url,
    drain: async (forMs) => {
      // Other processes take over only from a web process. Other roles respond 503 with Retry-After.
      if (config.role !== 'web') isStopping = true
      else {
        isHandingOver = true
        stopListening(server.server)
      }
      await waitUntilDisconnected(server.server, forMs)
      if (isHandingOver) await connections.untilAnswered(ANSWER_MS)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Loads the modules of background work on first use, so that they do not delay the first page. */
const workModules = () =>
  Promise.all([import('./publishing/worker.ts'), import('./operate/background/job-handlers.ts')])

/** How long requests may still run after other processes have taken over: longer than a model needs to respond. */
const ANSWER_MS = 30_000

/** Loads the trace exporter only if tracing is configured. */
async function openTracer({ tracing }: Config, onError: (error: unknown) => void): Promise<Tracer | OpenTracer> {
  if (!tracing) return NO_TRACER
  const { openTracing } = await import('./tracing/otlp-exporter.ts')
  return openTracing(tracing, packageJson.version, onError)
}
type OpenTracer = Tracer & AsyncDisposable

const configuredModels = ({ openai, anthropic }: Config) => [
  ...(isConfigured(openai) ? [{ provider: 'openai', model: openai.model }] : []),
  ...(isConfigured(anthropic) ? [{ provider: 'anthropic', model: anthropic.model }] : []),
]

/** The `User-Agent` header of Frogy's requests to websites. It names Frogy and gives a contact. */
function userAgent({ publicUrl }: Config): string {
  return `Frogy/${packageJson.version} (+${publicUrl}; reads a page when a person asks for it)`
}
