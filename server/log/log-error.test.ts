import { APICallError } from 'ai'
import { describe, expect, test } from 'vitest'
import { logError } from './log-error.ts'
import { prettyLine } from './pretty-lines.ts'

const SECRET = 'tok-5f3a9c8e7d6b'
const POST = 'Our launch is on Thursday, tell nobody'

const shown = (error: unknown): string => JSON.stringify(logError(error))

const statement = Object.assign(new Error(`invalid input syntax for type uuid: "${POST}"`), {
  code: '22P02',
  severity: 'ERROR',
  detail: `Failing row contains (${POST}).`,
  where: `unnamed portal parameter $1 = '${POST}'`,
  query: 'insert into posts …',
  params: [POST, SECRET],
})
const model = new APICallError({
  message: 'The model is busy',
  url: `https://api.example.com/v1/chat?key=${SECRET}`,
  requestBodyValues: { messages: [{ content: POST }] },
  responseHeaders: { 'set-cookie': SECRET },
  responseBody: POST,
  statusCode: 529,
})

describe('private values of errors', () => {
  const errors: Record<string, unknown> = {
    'the values of a statement': statement,
    'the request and response of a model': model,
    'the cause of an error': new Error('could not write', { cause: new Error('twice', { cause: model }) }),
    'one of several errors': new AggregateError([statement, model], 'all failed'),
    'the text that is no JSON': new SyntaxError(`Unexpected token 'O', "${POST}" is not valid JSON`),
    'the text that a parser repeats': new Error(`JSON parsing failed: Text: {"a":"${POST}".\nError message: end`),
    'the query of an address': new Error(
      `GET https://graph.example.com/me?access_token=${SECRET}&q=${encodeURIComponent(POST)} failed`,
    ),
    'a header': new Error(`refused: Authorization: Bearer ${SECRET}`),
    'the API key that a provider rejects': new Error(`Incorrect API key provided: sk-proj-${SECRET}`),
    'the password of an address': new Error(`cannot reach postgres://frogy:${SECRET}@db:5432/frogy`),
    'a field of a response': new Error(`{"refresh_token":"${SECRET}","ok":false}`),
    'a thrown object': { message: 'odd', body: POST, headers: { authorization: SECRET } },
  }
  test.each(Object.keys(errors))('leaves %s out of a logged error', (name) => {
    expect(shown(errors[name])).not.toContain(SECRET)
    expect(shown(errors[name])).not.toContain('Thursday')
  })
})

test('logs the type, message, stack, cause and database details of an error', () => {
  const violation = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    constraint: 'users_email',
    table: 'users',
  })
  expect(logError(new Error('not stored', { cause: violation }))).toMatchObject({
    type: 'Error',
    message: 'not stored',
    stack: expect.stringContaining('log-error.test.ts') as string,
    cause: { message: violation.message, code: '23505', constraint: 'users_email', table: 'users' },
  })
  expect(logError(model)).toMatchObject({ message: 'The model is busy', statusCode: 529 })
})

test('escapes control characters in a log entry for a terminal', () => {
  const time = '2026-11-28T10:02:33.123Z'
  const line = JSON.stringify({ level: 40, time, msg: 'a\u001b[2J\nforged 10:02:33 ERROR', said: 'one\r\ntwo' })
  const printed = prettyLine(line)
  expect(printed.split('\n')).toHaveLength(2)
  expect(printed).toMatch(/^\S*10:02:33\.123\S* \S*WARN/)
  expect(printed).not.toContain('\u001b[2J')
})
