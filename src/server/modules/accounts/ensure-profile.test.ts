import { expect, test } from 'vitest'
import { createDatabase, viewerWith } from '../../../../test/support/site/app.ts'
import { ensureProfile } from './service.ts'

test('fails with 401 if the account was deleted during the request', async () => {
  const { database } = await createDatabase()
  const viewer = viewerWith({ email: 'gone@example.com', accountId: '00000000-0000-7000-8000-000000000000' })
  await expect(ensureProfile(database, viewer)).rejects.toMatchObject({ code: 'unauthenticated' })
})
