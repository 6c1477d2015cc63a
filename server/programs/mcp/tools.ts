import { z } from 'zod'
import { api, type Api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { NewPost, PostChange } from '#core/posts/contract.ts'
import { PostFilter } from '#core/posts/lists-contract.ts'
import { FreeSlotFilter } from '#core/planning/contract.ts'
import type { Scope } from '#core/programs/scopes.ts'
import { jsonSchema } from '../../http/openapi.ts'

/** A tool: one call of the API contract, with some of its parameters. */
interface ToolRule {
  call: keyof Api
  title: string
  description: string
  input: z.ZodObject
  /** Values that the tool always adds to the call's body. */
  fixed?: Record<string, string>
  hints?: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean }
}

const { content, platform, hashtags, contentLanguage, accountId, siblingId, parts, firstComment, options } =
  NewPost.shape
const OF_HASHTAGS = 'With or without #. They follow the text.'
const ID = { id: z.uuid().describe('The post id.') }
const TEXT = {
  content: content.describe('The text to publish, without its hashtags. In a thread, its first part.'),
  hashtags: hashtags.describe(OF_HASHTAGS),
}
const FOLLOW_UPS = {
  parts: parts.describe(
    'A thread, on networks with threads: all parts in order, the first like `content`. Each is published as a reply.',
  ),
  firstComment: firstComment.describe('A comment that is added once the post is live, after up to 60 minutes.'),
}
const OPTIONS = {
  options: options.describe(
    'Choices of one network. Mastodon: `visibility` and `contentWarning`. Telegram: `isSilent` and `hasLinkPreview`.',
  ),
}
const TIME = {
  scheduledAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('The publication time as an instant with its offset, such as 2026-03-01T08:30:00+03:00.'),
  wallTime: PostChange.shape.wallTime.describe(
    "Instead of `scheduledAt`: the local publication time, such as 2026-03-01T08:30. Without `timeZone`, it is in the user's zone.",
  ),
  timeZone: PostChange.shape.timeZone.describe(
    'The IANA zone in which the time was chosen, such as Asia/Riyadh. The post keeps its local time in that zone.',
  ),
}
const IS_READ = { readOnlyHint: true, openWorldHint: false }

export const TOOLS = {
  list_accounts: {
    call: 'GET /api/social-accounts',
    title: 'Connected accounts',
    description: 'Lists the accounts that can publish posts, and which of them must be reconnected.',
    input: z.strictObject({}),
    hints: IS_READ,
  },
  list_posts: {
    call: 'GET /api/posts',
    title: 'Posts',
    description:
      'Lists posts, including drafts and scheduled posts. `status` is one value or several, comma-separated: draft, in_review, scheduled, publishing, published, failed, missed, unconfirmed.',
    input: z.strictObject({
      ...PostFilter.pick({ status: true, platform: true, from: true, to: true, q: true }).shape,
      limit: z.int().min(1).max(100).default(20),
    }),
    hints: IS_READ,
  },
  read_post: {
    call: 'GET /api/posts/{id}',
    title: 'One post',
    description: 'Returns one post: its text, status, time and, if it failed, the reason.',
    input: z.strictObject(ID),
    hints: IS_READ,
  },
  free_slots: {
    call: 'GET /api/slots/free',
    title: 'Free publishing times',
    description: "Lists the user's next weekly publishing times without a post. `platforms` are comma-separated names.",
    input: z.strictObject({
      platforms: z.string().max(100),
      limit: z.int().min(1).max(20).default(3),
      timeZone: FreeSlotFilter.shape.timeZone,
    }),
    hints: IS_READ,
  },
  draft_post: {
    call: 'POST /api/posts',
    title: 'Draft a post',
    description:
      'Saves a post for one network as a draft, which only the user sees. `siblingId` is the post with the same idea in the other language.',
    input: z.strictObject({ platform, ...TEXT, ...FOLLOW_UPS, ...OPTIONS, contentLanguage, accountId, siblingId }),
    fixed: { status: 'draft' },
    hints: { destructiveHint: false, openWorldHint: false },
  },
  change_post: {
    call: 'PATCH /api/posts/{id}',
    title: 'Change a post',
    description:
      'Changes the text of a post that has not been sent. Less than five minutes before its time this needs the scope posts:publish.',
    input: z.strictObject({
      ...ID,
      content: TEXT.content.optional(),
      ...FOLLOW_UPS,
      ...OPTIONS,
      hashtags: PostChange.shape.hashtags.describe(OF_HASHTAGS),
    }),
    hints: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  schedule_post: {
    call: 'PATCH /api/posts/{id}',
    title: 'Schedule a post',
    description:
      "Schedules a draft, or reschedules a scheduled post. Frogy checks it by the network's rules, and publishes it automatically at its time. A time less than five minutes ahead needs the scope posts:publish.",
    input: z.strictObject({ ...ID, ...TIME }).refine(({ scheduledAt, wallTime }) => scheduledAt ?? wallTime, {
      message: 'Give scheduledAt or wallTime.',
    }),
    hints: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  publish_post: {
    call: 'POST /api/posts/{id}/publish',
    title: 'Publish a post now',
    description:
      'Publishes a draft, scheduled, failed or missed post immediately. This cannot be undone here, so ask the user first.',
    input: z.strictObject(ID),
    hints: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  read_results: {
    call: 'GET /api/posts/results',
    title: 'Results',
    description:
      'Lists published posts with the engagement that networks reported: the sum of reactions, comments and shares. 0 means that nothing was reported.',
    input: z.strictObject({
      ...PostFilter.pick({ platform: true, from: true, to: true }).shape,
      limit: z.int().min(1).max(100).default(20),
    }),
    hints: IS_READ,
  },
} as const satisfies Record<string, ToolRule>

const RULES: Record<string, ToolRule> = TOOLS
const ruleOf = (name: string) => (Object.hasOwn(RULES, name) ? RULES[name] : undefined)

const scopeOf = ({ call }: ToolRule): Scope | null => {
  const { scope }: Endpoint = api[call]
  return scope ?? null
}

export function toolsFor(scopes: readonly Scope[]) {
  return Object.entries(RULES)
    .filter(([, rule]) => scopes.some((scope) => scope === scopeOf(rule)))
    .map(([name, rule]) => {
      const { title, description, input, hints } = rule
      return {
        name,
        title,
        description,
        inputSchema: jsonSchema(input, 'input') as { type: 'object' },
        outputSchema: outputOf(rule),
        annotations: { title, ...hints },
      }
    })
}

/** Tool results must be objects, so a list is wrapped in an object with `items`. */
function outputOf({ call }: ToolRule): { type: 'object' } {
  const { answer }: Endpoint = api[call]
  if (!answer) throw new Error(`${call} answers nothing`)
  const schema = jsonSchema(answer, 'output')
  return schema.type === 'object'
    ? (schema as { type: 'object' })
    : ({ type: 'object', properties: { items: schema }, required: ['items'] } as { type: 'object' })
}

/** Converts a tool call to an HTTP request; undefined for an unknown tool. */
export function requestOf(
  name: string,
  given: Record<string, unknown>,
): { method: 'GET' | 'POST' | 'PATCH'; url: string; body: object | undefined } | undefined {
  const rule = ruleOf(name)
  if (!rule) return undefined
  const { method, path } = methodAndPath(rule.call)
  const rest = { ...given, ...rule.fixed } as Record<string, unknown>
  const url = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const value = rest[part]
    delete rest[part]
    return encodeURIComponent(typeof value === 'string' ? value : '')
  })
  const isRead = method === 'GET'
  const query = isRead && Object.entries(rest).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))
  return {
    method: method as 'GET' | 'POST' | 'PATCH',
    url: query && query.length > 0 ? `${url}?${new URLSearchParams(query)}` : url,
    body: isRead || Object.keys(rest).length === 0 ? undefined : rest,
  }
}

/** Describes invalid tool input; undefined when valid. */
export function faultOf(name: string, given: Record<string, unknown>): string | undefined {
  const { error } = ruleOf(name)?.input.safeParse(given) ?? {}
  return error && z.prettifyError(error)
}

/** Converts an API response to a tool result. */
export const resultOf = (answer: unknown): Record<string, unknown> =>
  Array.isArray(answer) ? { items: answer } : (answer as Record<string, unknown>)
