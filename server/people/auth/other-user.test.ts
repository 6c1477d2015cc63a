import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadForm, pictureFile } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('rejects a call from a page that shows another user than the signed-in one, and changes nothing', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  const headers = { 'x-frogy-user': layla.user?.id ?? '' }
  const refused = { status: 409, body: { code: 'other_user' } }
  const draft = { platform: 'linkedin', content: "In Layla's name", status: 'draft' } as const
  const form = uploadForm(['a.png', new Uint8Array(await pictureFile())])
  const calls = [
    await omar.ask('POST /api/posts', { body: draft, headers }),
    await omar.ask('GET /api/posts', { headers }),
    await omar.ask('PATCH /api/user', { body: { theme: 'dark' }, headers }),
    await omar.ask('POST /api/images/upload', { form, headers }),
    await omar.ask('POST /api/logout', { headers }),
    await omar.ask('DELETE /api/profile', { headers }),
  ]
  for (const one of calls) expect(one).toMatchObject(refused)
  expect(calls[0]?.body.message).toContain('Another user')
  expect(await omar.call('GET /api/posts', {})).toEqual([])
  expect(await omar.call('GET /api/user', {})).toMatchObject({ theme: null })

  expect((await layla.ask('POST /api/posts', { body: draft, headers })).status).toBe(201)
  // A visitor without a session still gets the error for missing sign-in.
  expect((await frogy.visitor().ask('GET /api/posts', { headers })).status).toBe(401)
})
