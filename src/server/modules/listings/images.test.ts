import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const imagesOf = async (id: string) => (await site.get<{ images: string[] }>(`/service/${id}`)).body.images
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)

test('a listing shows its pictures in their order after every change', async () => {
  const id = await createListing(site.database, { images: ['/one.webp', '/two.webp', '/three.webp'] })
  const other = await createListing(site.database, { images: ['/other.webp'] })
  expect(await imagesOf(id)).toEqual(['/one.webp', '/two.webp', '/three.webp'])

  await run(sql`update listing_image set position = 9 - position where listing_id = ${id}`)
  expect(await imagesOf(id)).toEqual(['/three.webp', '/two.webp', '/one.webp'])

  await run(sql`delete from listing_image where listing_id = ${id} and position = 8`)
  expect(await imagesOf(id)).toEqual(['/three.webp', '/one.webp'])

  await run(sql`update listing_image set listing_id = ${id}, position = 0 where listing_id = ${other}`)
  expect(await imagesOf(id)).toEqual(['/other.webp', '/three.webp', '/one.webp'])
  expect(await imagesOf(other)).toEqual([])

  await run(sql`delete from listing_image where listing_id = ${id}`)
  expect(await imagesOf(id)).toEqual([])
})

test('the URL of a picture never changes', async () => {
  await createListing(site.database, { images: ['/kept.webp'] })
  const renaming = run(sql`update image set url = '/renamed.webp' where url = '/kept.webp'`)
  await expect(renaming).rejects.toMatchObject({ constraint: 'image_url_immutable' })
})
