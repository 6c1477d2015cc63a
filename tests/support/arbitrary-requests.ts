import fc from 'fast-check'
import { sampleOf, type Known, type Operation, type Schema } from './openapi-samples.ts'

/** A request that a test sends to the API. */
export interface ArbitraryRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** The parts of a form. A request with a form has no other body. */
  form?: [name: string, value: string | Uint8Array<ArrayBuffer>][]
}

export interface Call {
  method: string
  /** The path with parameter names in braces, such as `/api/posts/{id}`. */
  path: string
  operation: Operation
}

type Values = fc.Arbitrary<unknown>

/** Returns the simplest valid request, with only what the API description lists for the call. */
export function plainRequest({ method, path, operation }: Call, known: Known): ArbitraryRequest {
  const { parameters, requestBody } = operation
  const of = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map(
        ({ name, schema }) => [name, String(sampleOf(schema, known, place === 'path' ? `{${name}}` : name))] as const,
      )
  const inPath = new Map(of('path'))
  const query = new URLSearchParams(of('query').map(([name, value]) => [name, value]))
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '') + (query.size ? `?${query}` : ''),
    headers: { ...Object.fromEntries(of('header')), ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(sampleOf(json, known)) }),
    ...(form && {
      form: Object.entries(form.properties ?? {}).map(([name, part]) => [
        name,
        (known[name]?.[0] ?? sampleOf(part)) as string | Uint8Array<ArrayBuffer>,
      ]),
    }),
  }
}

/** Builds a form from these parts. Bytes become files. */
export function formOf(parts: NonNullable<ArbitraryRequest['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value]), 'a.bin')
  }
  return form
}

/** Generates valid, almost valid and invalid requests for a call. */
export function arbitraryRequest({ method, path, operation }: Call, known: Known): fc.Arbitrary<ArbitraryRequest> {
  const { parameters, requestBody } = operation
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const inPath = fc.record(
    Object.fromEntries(of('path').map(({ name, schema }) => [name, inAddress(valueOf(schema, known, `{${name}}`))])),
  )
  const own = fc.record(
    Object.fromEntries(of('header').map(({ name, schema }) => [name, inHeader(valueOf(schema, known, name))])),
    { requiredKeys: [] },
  )
  const address = fc
    .tuple(inPath, queryOf(of('query'), known))
    .map(([values, query]) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') + query)
  return fc
    .record({
      path: fc.oneof({ weight: 40, arbitrary: address }, { weight: 1, arbitrary: address.map((one) => `${one}%zz`) }),
      headers: fc.tuple(own, oddHeaders).map(([one, odd]) => ({ ...one, ...odd }) as Record<string, string>),
      content: json ? jsonBody(json, known) : form ? formBody(form, known) : noBody,
    })
    .map(({ path, headers, content: { type, ...content } }) => ({
      method,
      path,
      headers: { ...(type && { 'content-type': type }), ...headers },
      ...content,
    }))
}

/**
 * Generates values of a schema. One in 40 parts has the wrong type; one in eight objects lacks a member or has an extra
 * one.
 */
function valueOf(schema: Schema, known: Known, name = ''): Values {
  return fc.oneof({ weight: 39, arbitrary: ofShape(schema, known, name) }, { weight: 1, arbitrary: anything })
}

function ofShape(schema: Schema, known: Known, name: string): Values {
  const { anyOf, type = '' } = schema
  if (anyOf) return fc.oneof(...anyOf.map((one) => ofShape(one, known, name)))
  const wanted = type === 'array' || type === 'null' ? undefined : known[name]
  const made = madeFor(schema, known, name)
  if (!wanted) return made
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...wanted) }, { weight: 1, arbitrary: made })
}

function madeFor(schema: Schema, known: Known, name: string): Values {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const { minItems = 0, maxItems = 5, minimum = -1_000, maximum = 100_000 } = schema
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, known, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 5)),
      })
    case 'integer':
      return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 31 - 1)) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return fc.jsonValue()
  }
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): Values {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valueOf(part, known, name)]))
  return fc.oneof(
    { weight: 7, arbitrary: fc.record(parts, { requiredKeys: required }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(parts, { requiredKeys: [] }), fc.dictionary(fc.string(), anything, { maxKeys: 2 }))
        .map(([one, more]) => ({ ...one, ...more })),
    },
  )
}

function textOf({ format, minLength = 0, maxLength = 300 }: Schema): Values {
  switch (format) {
    case 'uuid':
      return fc.uuid()
    case 'email':
      return fc.emailAddress()
    case 'uri':
      return fc.webUrl()
    case 'date-time':
      return fc
        .tuple(
          fc.date({ min: new Date('1900-01-01'), max: new Date('9998-01-01'), noInvalidDate: true }),
          fc.constantFrom('Z', '+03:00', '-11:30'),
        )
        .map(([date, zone]) => date.toISOString().replace('Z', zone))
    default: {
      const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }
      const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((some) => some.join(''))
      return fc.oneof(fc.string({ unit: 'grapheme', ...length }), fc.string(length), words)
    }
  }
}

/** Texts that are difficult for the app's rules, such as emoji, mentions, links and direction marks. */
const WORDS = [
  'Hello',
  ' ',
  '\n\n',
  'مرحبا بكم',
  '\u200F',
  '\u2067',
  '\u0640\u064B',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  '\u{1F1F8}\u{1F1E6}',
  '#وسم_جديد',
  '#1',
  '#',
  '@name',
  '@[a](b)',
  'http://127.0.0.1:1/a_(b)?c=d#e',
  'www.',
  '.',
  '/',
  '34%',
  '١٢٬٣٤٥٫٦',
  '“said”',
  '{a|b}',
  '<b>&amp;</b>',
  '\\',
  '- one\n- two\n1. three',
]

const HOSTILE = [
  null,
  '',
  ' ',
  '\0',
  'a\uD83D',
  '\u202E\u2066',
  '__proto__',
  'null',
  '0',
  '-0',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
  '1e999',
  'x'.repeat(3_000),
  '{}',
  '9999-12-31T23:59:60Z',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '2031-02-30T00:00:00Z',
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  [],
  {},
  [[[[[[]]]]]],
  { length: 1 },
  true,
]

const anything: Values = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Encodes a value as one path segment, so that it cannot turn the path into that of another call. */
const inAddress = (values: Values): fc.Arbitrary<string> =>
  values.map((value) => encodeURIComponent(asText(value).toWellFormed()) || '%20')

/** Replaces the characters that are invalid in a header. */
const inHeader = (values: Values): fc.Arbitrary<string> =>
  values.map((value) => asText(value).replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '?'))

function queryOf(parameters: Operation['parameters'], known: Known): fc.Arbitrary<string> {
  const one = parameters.map(({ name, schema }) =>
    inAddress(valueOf(schema, known, name)).map((value) => `${name}=${value}`),
  )
  const given = fc.tuple(...one.map((pair) => fc.option(pair, { nil: undefined, freq: 2 })))
  const more = fc.array(fc.oneof(...one, inAddress(fc.string({ minLength: 1 }))), { minLength: 1, maxLength: 3 })
  return fc
    .oneof(
      { weight: 9, arbitrary: given.map((pairs) => pairs.filter((pair) => pair !== undefined)) },
      { weight: 1, arbitrary: more },
    )
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

interface Content extends Pick<ArbitraryRequest, 'body' | 'form'> {
  type?: string
}

const oddBody: fc.Arbitrary<Content> = fc
  .tuple(
    fc.constantFrom(
      '{',
      '[]',
      'null',
      '""',
      '1',
      '',
      '{"a":1}}',
      '\0',
      '{"__proto__":{}}',
      '<x/>',
      'a=b',
      '--x--\r\n',
      `{"a":"${'x'.repeat(20_000)}"}`,
    ),
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'json',
      ';',
    ),
  )
  .map(([body, type]) => ({ body, type }))

const noBody: fc.Arbitrary<Content> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddBody },
)

function jsonBody(schema: Schema, known: Known): fc.Arbitrary<Content> {
  const fits = valueOf(schema, known).map((value) => ({ body: JSON.stringify(value), type: 'application/json' }))
  return fc.oneof(
    { weight: 18, arbitrary: fits },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: fc.constant({}) },
  )
}

function formBody(schema: Schema, known: Known): fc.Arbitrary<Content> {
  const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const values = part.type === 'array' ? file(known[name] ?? []) : valueOf(part, known, name).map(asText)
    const named = fc.oneof(
      { weight: 19, arbitrary: fc.constant(name) },
      { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    )
    return fc.array(fc.tuple(named, values), { maxLength: (part.type === 'array' ? (part.maxItems ?? 1) : 1) + 1 })
  })
  const form = fc.tuple(...parts).map((all) => ({ form: all.flat() }))
  return fc.oneof(
    { weight: 18, arbitrary: form },
    { weight: 2, arbitrary: oddForm(Object.keys(schema.properties ?? {})) },
    { weight: 1, arbitrary: oddBody },
  )
}

/** Generates forms that no browser sends, but an attacker could. */
function oddForm(names: string[]): fc.Arbitrary<Content> {
  const name = fc.constantFrom(...names, '__proto__', 'constructor', '', 'a\u0000', '"')
  const file = fc.constantFrom(
    '',
    '; filename=""',
    '; filename="a.png"',
    "; filename*=UTF-8''%ff%00",
    '; filename="../a"',
  )
  const head = fc.constantFrom(
    '',
    'content-type: image/png',
    'content-type: application/json',
    'content-transfer-encoding: base64',
    'a',
    'x: y\r\n'.repeat(60),
  )
  const part = fc.tuple(
    name,
    file,
    head,
    fc.constantFrom('', '{', '{"__proto__":1}', '["linkedin"]', 'x'.repeat(20_000)),
  )
  const end = fc.constantFrom('--x--\r\n', '--x', '', '--x--\r\n--x\r\n')
  return fc.tuple(fc.array(part, { maxLength: 12 }), end).map(([parts, last]) => ({
    type: 'multipart/form-data; boundary=x',
    body:
      parts
        .map(
          ([of, as, more, value]) =>
            `--x\r\ncontent-disposition: form-data; name="${of}"${as}\r\n${more}\r\n\r\n${value}\r\n`,
        )
        .join('') + last,
  }))
}

/** Generates a valid file, a fragment of one, or random bytes. */
function file(known: readonly unknown[]): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const whole = fc.constantFrom(...(known as Uint8Array<ArrayBuffer>[]))
  const piece = fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
  return fc.oneof(
    { weight: 2, arbitrary: whole },
    { weight: 1, arbitrary: piece.map(([bytes, share]) => bytes.slice(0, Math.floor(bytes.length * share))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes)) },
  )
}

/** Generates additional headers of browsers, proxies and attackers. Usually there are none. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        accept: fc.constantFrom('application/json', 'text/html', 'text/event-stream', 'nonsense', ''),
        'accept-language': fc.constantFrom('ar', 'ar-EG,en;q=0.5', '*', ';q=', 'x'.repeat(500)),
        cookie: fc.constantFrom('frogy_session=', '=;=', 'frogy_session=%00; frogy_browser=x', 'a'.repeat(3_000)),
        origin: fc.constantFrom('null', 'https://elsewhere.example', '//', ''),
        'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none'),
        host: fc.constantFrom('localhost', 'elsewhere.example', 'a b', '[::1]:99999'),
        'if-none-match': fc.constantFrom('*', '"1"'),
        'user-agent': fc.constantFrom('x'.repeat(1_000), '\u00E9\u0080', ''),
        range: fc.constantFrom('bytes=0-1', 'bytes=5-1'),
        'content-encoding': fc.constantFrom('gzip', 'br'),
        'x-forwarded-for': fc.constantFrom('1.2.3.4', '\u00FF'),
        'x-long': fc.constantFrom(...[5, 50, 500, 5_000, 20_000].map((length) => 'x'.repeat(length))),
      },
      { requiredKeys: [] },
    ),
  },
)
