import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { CallsDocument, Operation } from './openapi-samples.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Creates a function that checks a response against the OpenAPI document: its status, type, headers and body.
 * @returns the response's faults
 */
export function responseChecker({ components }: CallsDocument): (operation: Operation, answer: Answer) => string[] {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validators = new Map<object, ValidateFunction>()

  return ({ responses }, { status, headers, body }) => {
    const responseText = `${status}: ${body.slice(0, 2_000)}`
    const documented = responses[status]
    // Report each 500 as a bug, although every call documents this status.
    if (!documented || status === 500) return [`no such answer is described: ${responseText}`]
    const described = resolved(documented, components.responses)
    const faults = Object.entries(described.headers ?? {}).flatMap(([name, header]) => {
      const { required = false, schema } = resolved(header, components.headers)
      const value = headers[name.toLowerCase()]
      if (value === undefined) return required ? [`without ${name}: ${responseText}`] : []
      return schema?.type !== 'integer' || /^\d+$/.test(String(value)) ? [] : [`${name} is ${String(value)}`]
    })
    const sent = headers['content-type']?.split(';')[0]
    const types = Object.keys(described.content ?? {})
    const type = types.find((one) => one === sent) ?? types[0]
    if (sent !== type) return [...faults, `of the type ${sent} instead of ${type}: ${responseText}`]
    const media = type === undefined ? undefined : described.content?.[type]
    if (!media) return body === '' ? faults : [...faults, `nothing was to be in it: ${responseText}`]
    if (type !== 'application/json') return faults
    const validate = validators.get(media) ?? ajv.compile({ ...media.schema, components })
    validators.set(media, validate)
    return validate(JSON.parse(body)) ? faults : [...faults, `${ajv.errorsText(validate.errors)} in ${responseText}`]
  }
}

function resolved<T extends { $ref?: string }>(one: T, shared: Record<string, T>): T {
  const name = one.$ref?.split('/').at(-1)
  return name === undefined ? one : (shared[name] ?? one)
}
