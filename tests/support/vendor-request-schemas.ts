import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

// Schemas of requests to the AI vendors, from OpenAI's API description 2.3.0 and Anthropic's of 2023-06-01. They reject
// everything that the descriptions do not list.

/** A JSON schema in which every object requires all its members and allows no others. */
const StrictSchema: z.ZodType = z.lazy(() =>
  z.looseObject({ type: z.string() }).superRefine((schema, context) => {
    if (schema.type !== 'object') return
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = schema as {
      properties?: Record<string, unknown>
      required?: string[]
      additionalProperties?: unknown
    }
    if (additionalProperties !== false) context.addIssue('additionalProperties has to be false')
    const missing = Object.keys(properties).filter((name) => !required.includes(name))
    if (missing.length > 0) context.addIssue(`required lacks ${missing.join(', ')}`)
    for (const property of Object.values(properties)) {
      const { success } = StrictSchema.safeParse(property)
      if (!success) context.addIssue('a property is not strict')
    }
  }),
)

const Name = z.string().regex(/^[\w-]{1,64}$/)
const Picture = z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() })

const ChatCompletion = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: z.union([
          z.string(),
          z.array(
            z.union([
              z.strictObject({ type: z.literal('text'), text: z.string() }),
              z.strictObject({ type: z.literal('image_url'), image_url: Picture }),
            ]),
          ),
        ]),
      }),
    )
    .min(1),
  max_completion_tokens: z.number().int().positive().optional(),
  max_tokens: z.number().int().positive().optional(),
  response_format: z
    .union([
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: Name,
          description: z.string().optional(),
          strict: z.literal(true),
          schema: StrictSchema,
        }),
      }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({ type: z.literal('text') }),
    ])
    .optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  store: z.boolean().optional(),
})

const Breakpoint = z.strictObject({ mode: z.literal('explicit') })

const Response = z.strictObject({
  model: z.string().min(1),
  instructions: z.string().optional(),
  input: z.union([
    z.string(),
    z.array(
      z.strictObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: z.union([
          z.string(),
          z.array(
            z.union([
              z.strictObject({
                type: z.literal('input_text'),
                text: z.string(),
                prompt_cache_breakpoint: Breakpoint.optional(),
              }),
              z.strictObject({ type: z.literal('input_image'), image_url: z.string(), detail: z.string().optional() }),
            ]),
          ),
        ]),
      }),
    ),
  ]),
  max_output_tokens: z.number().int().min(16).optional(),
  reasoning: z.strictObject({ effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']) }).optional(),
  prompt_cache_key: z.string().max(64).optional(),
  prompt_cache_options: z.strictObject({ mode: z.enum(['implicit', 'explicit']) }).optional(),
  include: z.array(z.literal('reasoning.encrypted_content')).optional(),
  store: z.boolean().optional(),
  stream: z.boolean().optional(),
  text: z
    .strictObject({
      format: z.union([
        z.strictObject({
          type: z.literal('json_schema'),
          name: Name,
          description: z.string().optional(),
          strict: z.literal(true),
          schema: StrictSchema,
        }),
        z.strictObject({ type: z.enum(['text', 'json_object']) }),
      ]),
    })
    .optional(),
})

const CacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
const MarkedText = z.strictObject({ type: z.literal('text'), text: z.string(), cache_control: CacheControl.optional() })

const Message = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.number().int().positive(),
  system: z.union([z.string(), z.array(MarkedText)]).optional(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([
          z.string(),
          z.array(
            z.union([
              MarkedText,
              z.strictObject({
                type: z.literal('image'),
                source: z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.base64() }),
              }),
            ]),
          ),
        ]),
      }),
    )
    .min(1),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: StrictSchema }).optional(),
    })
    .optional(),
  stream: z.boolean().optional(),
})

const BODIES = { '/v1/chat/completions': ChatCompletion, '/v1/responses': Response, '/v1/messages': Message }
type VendorPath = keyof typeof BODIES

/** Returns why a vendor would reject a request, or undefined. */
export function refusalOf(path: VendorPath, body: unknown, headers: IncomingHttpHeaders): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'content-type has to be application/json'
  if (path === '/v1/messages') {
    if (headers['anthropic-version'] !== '2023-06-01') return 'anthropic-version: header is required'
    if (!headers['x-api-key']) return 'x-api-key: header is required'
  } else if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return 'You did not provide an API key'
  const [issue] = BODIES[path].safeParse(body).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}
