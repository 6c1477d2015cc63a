import { inLatinDigits, numeralsOf } from '#core/language.ts'
import { fillPlaces, GUEST_DRAFTS_KEY, savedComposerKey } from '#core/opening.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { AiStatus } from '#core/writing/contract.ts'
import { includesRole } from '#core/workspaces/role.ts'
import { htmlBelow } from '../http/base-path.ts'
import type { BuiltPages } from './built-pages.ts'
import { hasTrouble, introLines } from './dashboard-intro.ts'
import type { Visit } from './opening-visit.ts'
import { scheduleLines } from './schedule-lines.ts'

/** The part of a page that the browser paints before the app loads. */
export interface Drawn {
  html: string
  /**
   * The browser's stored values that the page shows in place of the first lines. If one exists, boot.js leaves out
   * these lines.
   */
  replacedBy?: string
}

type FirstLines = (drawn: Record<string, string>, visit: Visit) => string | undefined

/** The pages with first lines. Each fills in its lines, or returns undefined if they are not certain. */
const FIRST_LINES: Record<string, FirstLines> = {
  '/': (drawn, visit) => (visit.member ? undefined : introLines(drawn, visit)),
  '/create': composerLines,
  '/schedule': (drawn, visit) => (hasTrouble(visit.first) ? undefined : scheduleLines(drawn, visit)),
}

/** A page's bars and first lines for the first paint. Contains the bars alone if the lines are not certain. */
export function openingOf({ openings, basePath }: BuiltPages, path: string, visit: Visit): Drawn | undefined {
  const { user, member, language, pathBefore } = visit
  const workspace = pathBefore.slice(basePath.length)
  const opening = openings[path]?.[language]
  // Viewers have fewer links, so the prerendered first lines do not fit them.
  if (!opening || (member && !includesRole(member.role, 'writer'))) return undefined
  const isLatin = language === 'ar' && numeralsOf(user) === 'latn'
  // Convert the digits before filling in the user's own texts, so that those stay unchanged.
  const inDigits = (drawn: string) => (isLatin ? inLatinDigits(drawn) : drawn)
  const drawn = Object.fromEntries(Object.entries(opening.lines).map(([name, lines]) => [name, inDigits(lines)]))
  const lines = hasNotice(user, path) ? undefined : FIRST_LINES[path]?.(drawn, visit)
  const html = fillPlaces(opening.frames[user.hasWorkspaces || member ? 'switching' : 'usual'], { lines: lines ?? '' })
  // Add the workspace to links to pages, but not to files, because the browser caches files for all workspaces.
  const linked = workspace ? html.replaceAll(' href="/', ` href="${workspace}/`) : html
  return {
    html: htmlBelow(linked, basePath),
    ...(path === '/create' && lines && { replacedBy: [savedComposerKey(user.id), GUEST_DRAFTS_KEY].join(' ') }),
  }
}

/** Whether the layout shows a notice above the page, which would move the lines. */
const hasNotice = ({ isPublishingHeld, emailConfirmed }: User, path: string): boolean =>
  isPublishingHeld || (!emailConfirmed && path !== '/create')

/**
 * First lines of the composer: its empty form. Undefined if the address has parameters, such as a time, because they
 * change the form.
 */
function composerLines(drawn: Record<string, string>, { first, query }: Visit): string | undefined {
  if (query) return undefined
  const status = first.answers['/api/ai/status'] as AiStatus | undefined
  return drawn[status?.fallback === 'offline' ? 'offline' : 'usual']
}
