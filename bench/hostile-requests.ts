import { sampleOf, type CallsDocument, type Operation, type Schema } from '#tests/support/openapi-samples.ts'
import { hostileTexts } from '#tests/support/hostile-texts.ts'

type Json = Record<string, unknown>

export interface HostileRequest {
  /** The call and what is wrong with it. */
  what: string
  method: string
  path: string
  body?: string | FormData
}

/** No request is larger than this. */
const MOST_BYTES = 1_000_000
/** As much as Node takes of a request's head leaves room for. */
const MOST_IN_ADDRESS = 4_000

/** Requests to every call of an OpenAPI document that cost a careless server much, each of one megabyte at most. */
export function* hostileRequests(
  document: Pick<CallsDocument, 'paths'>,
  ids: Record<string, string>,
): Generator<HostileRequest> {
  for (const [template, operations] of Object.entries(document.paths)) {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[`${template} ${name}`] ?? ids[name] ?? name)
    for (const [name, operation] of Object.entries(operations)) {
      const method = name.toUpperCase()
      const call = `${method} ${template}`
      yield { what: call, method, path }
      for (const [what, address] of hostileAddresses(operation, path))
        yield { what: `${call}: ${what}`, method, path: address }
      for (const [what, body] of hostileBodies(operation)) yield { what: `${call}: ${what}`, method, path, body }
    }
  }
}

function* hostileAddresses({ parameters }: Operation, path: string): Generator<[string, string]> {
  for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
    for (const [of, text] of someTexts(MOST_IN_ADDRESS / 9))
      yield [`${name} of ${of}`, `${path}?${name}=${encodeURIComponent(text.toWellFormed())}`]
    yield [`${name} many times`, `${path}?${`${name}=1&`.repeat(1_000)}`]
  }
}

function* hostileBodies({ requestBody }: Operation): Generator<[string, string | FormData]> {
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  if (json) yield* hostileJson(json)
  if (form) yield* hostileForms(form)
}

function* hostileJson(schema: Schema): Generator<[string, string]> {
  const sample = sampleOf(schema) as Json
  for (const [path, leaf] of leavesOf(schema)) {
    const room = Math.min(leaf.maxLength ?? MOST_BYTES / 3, MOST_BYTES / 3)
    for (const [of, text] of someTexts(room)) {
      const body = JSON.stringify(withValue(sample, path, text))
      if (body.length <= MOST_BYTES) yield [`${path.join('.')} of ${of}`, body]
    }
  }
  for (const [path, list] of listsOf(schema)) {
    const item = JSON.stringify(sampleOf(list.items ?? {}))
    const items = JSON.parse(
      `[${`${item},`.repeat(Math.floor((MOST_BYTES - 20_000) / (item.length + 1)) - 1)}${item}]`,
    ) as unknown
    yield [`${path.join('.')} of many`, JSON.stringify(withValue(sample, path, items))]
  }
  const unknown = Array.from({ length: 110_000 }, (_, n) => `"${n.toString(36)}":0`).join(',')
  yield ['110,000 unknown keys', `{${unknown}}`.slice(0, MOST_BYTES)]
  yield ['nested lists', '['.repeat(MOST_BYTES / 2) + ']'.repeat(MOST_BYTES / 2)]
  yield ['nested objects', '{"a":'.repeat(MOST_BYTES / 6) + '1' + '}'.repeat(MOST_BYTES / 6)]
  yield ['one long number', '1'.repeat(MOST_BYTES)]
  yield ['an end that is missing', JSON.stringify('a'.repeat(MOST_BYTES - 2)).slice(0, -1)]
}

/** All of them where there is room to do harm, else a few. */
function someTexts(length: number): [string, string][] {
  return [...hostileTexts(length)].filter((_, n) => length >= 10_000 || n % 16 === 0)
}

function* hostileForms(schema: Schema): Generator<[string, FormData]> {
  const [field = 'file'] = Object.entries(schema.properties ?? {}).find(([, { type }]) => type === 'array') ?? []
  const files: [string, string][] = [
    ['empty', ''],
    ['text', 'a.'.repeat(MOST_BYTES / 2)],
    ['PDF', `%PDF-1.7\n${'1 0 obj<<'.repeat(MOST_BYTES / 10)}`],
    ['PDF of strings', `%PDF-1.7\n${'('.repeat(MOST_BYTES - 20)}`],
    ['archive', `PK\u0003\u0004${'PK\u0001\u0002'.repeat(MOST_BYTES / 5)}`],
    ['JPEG', `\u00FF\u00D8\u00FF${'\u00FF\u00C4'.repeat(MOST_BYTES / 5)}`],
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(MOST_BYTES / 4)}`],
  ]
  for (const [what, bytes] of files) {
    const form = new FormData()
    form.append(field, new Blob([Buffer.from(bytes, 'latin1')]), `${'a.'.repeat(2_000)}pdf`)
    yield [what, form]
  }
  const crowded = new FormData()
  for (let part = 0; part < 5_000; part++) crowded.append(`f${part}`, 'a')
  yield ['many fields', crowded]
}

type Path = string[]

function* partsOf(schema: Schema, path: Path = []): Generator<[Path, Schema]> {
  yield [path, schema]
  for (const one of schema.anyOf ?? []) yield* partsOf(one, path)
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* partsOf(part, [...path, name])
}

const leavesOf = (schema: Schema) =>
  [...partsOf(schema)].filter(([path, { type }]) => type === 'string' && path.length > 0)
const listsOf = (schema: Schema) =>
  [...partsOf(schema)].filter(([path, { type }]) => type === 'array' && path.length > 0)

function withValue(sample: Json, [name = '', ...rest]: Path, value: unknown): Json {
  const inner = sample[name]
  const part =
    rest.length === 0 ? value : withValue((typeof inner === 'object' ? (inner as Json) : null) ?? {}, rest, value)
  return { ...sample, [name]: part }
}
