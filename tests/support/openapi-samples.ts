/** The parts of JSON Schema that our API description uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
}

export interface Operation {
  security: unknown[]
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Described>
}

interface Described {
  $ref?: string
  headers?: Record<string, Header>
  content?: Record<string, { schema: Schema }>
}

interface Header {
  $ref?: string
  required?: boolean
  schema?: Schema
}

/** The parts of the OpenAPI document that tests and benchmarks read. */
export interface CallsDocument {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Described>
    headers: Record<string, Header>
  }
}

/**
 * Realistic values by the name of a member, list or parameter. A parameter of the path has its name in braces. The
 * first value is always valid.
 */
export type Known = Record<string, readonly unknown[] | undefined>

/** A short valid value of a schema. It has every optional member and uses the known values. */
export function sampleOf(schema: Schema, known: Known = {}, name = ''): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, known, name)
  const [value] = (schema.type !== 'array' && known[name]) || []
  if (value !== undefined) return value
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([inner, part]) => [inner, sampleOf(part, known, inner)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? (known[name] ? 1 : 0) }, () =>
        sampleOf(schema.items ?? {}, known, name),
      )
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return SAMPLES[schema.format ?? ''] ?? 'abcdef'.padEnd(schema.minLength ?? 0, 'x')
    default:
      return null
  }
}

const SAMPLES: Record<string, string | undefined> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  date: '2031-01-01',
  'date-time': '2031-01-01T09:00:00Z',
}
