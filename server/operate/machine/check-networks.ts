import { randomUUID } from 'node:crypto'
import { appGuideOf } from '#core/platforms/app-guides.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { CHECK_WITHIN_MS, checkKeys } from '../../accounts/check-keys.ts'
import { leaseAccount, releaseLease, renewLease } from '../../accounts/leases.ts'
import { registeredApps } from '../../accounts/registered-apps.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../../accounts/store.ts'
import { usableAccess } from '../../accounts/usable-access.ts'
import { platformClients } from '../../adapters/platforms/all.ts'
import sql from '../../db/sql.ts'
import { accountOf } from './accounts.ts'
import { checkByPosting, detailOf } from './check-by-posting.ts'
import { Refusal, type CommandOutput, type MachineParts } from './machine-parts.ts'
import { runOnMachine, type ExitCode } from './run-on-machine.ts'

const USAGE = [
  'Usage: npm run networks:check -- [EMAIL [NETWORK …]] [--post]',
  '',
  '  Without EMAIL: asks each network with an app whether it accepts the keys. Posts nothing.',
  "  With EMAIL: also checks that user's connected accounts, of all networks or of those named. Posts nothing.",
  '  With --post: publishes two public test posts per account, learns from them, and deletes both.',
  '      Accounts whose posts Frogy cannot delete get none. Use accounts of your own.',
  '',
  'It uses the same environment as Frogy. With the embedded database, stop Frogy first.',
  'Exit codes: 0 all works, 1 something does not, 2 wrong usage, 3 Frogy is running.',
].join('\n')

/** How long workers must not use an account, so that no worker posts to it during its check. */
const CHECK_LEASE_MS = 5 * 60_000

interface Wanted {
  email: string | undefined
  platforms: readonly Platform[]
  mayPost: boolean
}

/** Runs `npm run networks:check -- …`. @param stop ends the check early; posts of the check are still deleted */
export async function runNetworksCheck(
  args: string[],
  environment: Record<string, string | undefined>,
  output: CommandOutput,
  stop: AbortSignal = new AbortController().signal,
): Promise<ExitCode> {
  if (args.includes('--help') || args[0] === 'help') {
    output.log(USAGE)
    return 0
  }
  const wanted = readArguments(args)
  if (typeof wanted === 'string') {
    output.error([wanted, USAGE].filter(Boolean).join('\n\n'))
    return 2
  }
  let troubles = 0
  const code = await runOnMachine(environment, output, async (parts) => {
    troubles = await checkNetworks(parts, wanted, stop)
  })
  return code === 0 && troubles > 0 ? 1 : code
}

function readArguments(args: string[]): Wanted | string {
  const flags = args.filter((arg) => arg.startsWith('-'))
  const [email, ...names] = args.filter((arg) => !arg.startsWith('-'))
  if (flags.some((flag) => flag !== '--post')) return `There is no option ${flags.find((flag) => flag !== '--post')}.`
  const unknown = names.find((name) => !PLATFORMS.some((platform) => platform === name))
  if (unknown !== undefined) return `There is no network "${unknown}". There are: ${PLATFORMS.join(', ')}.`
  const mayPost = flags.length > 0
  if (mayPost && email === undefined)
    return '--post needs the EMAIL of the user whose accounts may publish the test posts.'
  return { email, platforms: names.length > 0 ? (names as Platform[]) : PLATFORMS, mayPost }
}

/** @returns the number of problems */
async function checkNetworks(parts: MachineParts, wanted: Wanted, stop: AbortSignal): Promise<number> {
  const { config, database, secrets, print } = parts
  // Use the database's clock, as a running Frogy does.
  const startedAt = performance.now()
  const now = () => new Date(parts.now.getTime() + performance.now() - startedAt)
  const appsOf = (platform: Platform) => registeredApps({ database, clock: { now }, secrets }, platform)
  const clients = platformClients(config.platforms, now, appsOf, config.versions)
  let troubles = 0
  for (const platform of wanted.platforms) {
    const app = config.platforms[platform]
    const client = clients[platform]
    if (!appGuideOf(platform) || !client || app?.simulated) continue
    const redirectUri = `${config.publicUrl}/api/social-accounts/${platform}/callback`
    const within = AbortSignal.any([stop, AbortSignal.timeout(CHECK_WITHIN_MS)])
    const { trouble, said } = await checkKeys(client, redirectUri, within)
    if (trouble) troubles++
    print(
      trouble
        ? `${rulesOf(platform).name}: the app's keys do not work (${trouble})${said ? `: ${said}` : ''}`
        : `${rulesOf(platform).name}: the app's keys are accepted`,
    )
  }
  if (wanted.email === undefined) return troubles

  const user = await accountOf(database, wanted.email)
  const accounts = await database.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts
    where user_id = ${user.id} and platform = any(${[...wanted.platforms]}::text[]) and is_active
    order by array_position(${[...PLATFORMS]}::text[], platform), display_name`)
  if (accounts.length === 0) throw new Refusal(`${wanted.email} has no active account on these networks.`)
  for (const account of accounts) {
    if (stop.aborted) break
    const client = clients[account.platform]
    print(`\n${rulesOf(account.platform).name}, ${account.display_name}`)
    if (!client || account.simulated) print(account.simulated ? '  simulated: nothing to ask' : '  not configured')
    else troubles += (await checkAccount(account, client)) ? 0 : 1
  }
  return troubles

  /** @returns whether everything works */
  async function checkAccount(known: AccountRow, client: NonNullable<(typeof clients)[Platform]>): Promise<boolean> {
    const tell = (line: string) => print(`  ${line}`)
    const holder = `networks-check ${randomUUID()}`
    const account = await leaseAccount(database, holder, known.id, CHECK_LEASE_MS)
    if (!account) {
      tell('Frogy is publishing to this account. Try again in a moment.')
      return false
    }
    try {
      const hold = () => renewLease(database, holder, account, CHECK_LEASE_MS)
      const access = await usableAccess({ database, secrets, client, now: now(), hold }, account)
      if (!access.ok) {
        tell('access: does not work. Reconnect this account in Frogy.')
        return false
      }
      const reached = await client.reach(access.value, AbortSignal.any([stop, AbortSignal.timeout(CHECK_WITHIN_MS)]))
      if (!reached.ok) {
        tell(`access: does not work (${reached.failure.kind})${detailOf(reached.failure)}`)
        return false
      }
      tell(`access: works, with ${account.scopes.length > 0 ? account.scopes.join(' ') : 'unknown rights'}`)
      return wanted.mayPost ? await checkByPosting({ client, account, access: access.value, tell, now, stop }) : true
    } finally {
      await releaseLease(database, holder, account)
    }
  }
}
