import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createUser, ownOrigin, send, startSession } from '../../../../test/support/data/accounts.ts'
import { archiveOf, createEmptySite, restoreInto } from '../../../../test/support/data/backups.ts'
import { type Form, formOf } from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { privatePaths } from '../../../shared/paths.ts'
import { beforeName, valueName } from '../../../shared/settings/read.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { siteFileUploadPath, siteFileUrl } from '../../../shared/site-files.ts'
import { readSiteFile, removeSiteFile } from '../media/service.ts'
import { readBundledFont } from './fonts.ts'
import { deleteUnusedFiles } from './jobs.ts'
import { mountLook } from './look-routes.ts'

let site: TestApp
let cookie: string
let userCookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, followsSettings: true })
  cookie = await startSession(site, (await createUser(site.database, { isAdmin: true })).email)
  userCookie = await startSession(site, (await createUser(site.database)).email)
})
beforeEach(async () => {
  await sql`delete from setting`.execute(site.database.kysely)
  await sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
  await expect.poll(async () => (await page()).includes('look-')).toBe(false)
})

const page = async (url = '/') => (await site.app.http.inject({ url, headers: { accept: 'text/html' } })).body
const get = (url: string) => site.app.http.inject({ url })
const change = (values: Partial<SiteSettings>) =>
  send<{ auditEntryIds: number[]; fields?: Record<string, string> }>(site, 'PUT', '/moderation/settings', {
    cookie,
    body: { values, before: defaultSettings },
  })
const styleOf = (body: string) => /<link rel="stylesheet" href="(\/look-[0-9a-f]{16}\.css)"/.exec(body)?.[1]

async function post(url: string, form: Form, as = cookie, accept = '*/*') {
  const { statusCode, headers, body } = await site.app.http.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, cookie: as, origin: ownOrigin, accept },
    payload: form.payload,
  })
  return { status: statusCode, headers, body }
}
async function upload(key: string, content: Buffer | string, as = cookie) {
  const { status, body } = await post(
    siteFileUploadPath,
    formOf([{ name: key, content, fileName: 'file' }]),
    as,
  )
  return {
    status,
    ...(JSON.parse(body) as { name: string; fields?: Record<string, string>; message?: string }),
  }
}

const drawing = (content = '<rect width="200" height="100" fill="#123456"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${content}</svg>`
const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .toFormat(format)
    .toBuffer()
const font = async () => (await readBundledFont('inter-latin-wght-normal.woff2')) ?? Buffer.alloc(0)

test('pages of the program’s own look have nothing of this', async () => {
  const body = await page()
  expect(body).not.toMatch(/look|site-files/)
  expect(body).toContain('<meta name="color-scheme" content="light dark"/>')
  const emailLogo = await get('/logo.png')
  expect(await sharp(emailLogo.rawPayload).metadata()).toMatchObject({ height: 96, width: 96 })
  // Mail programs in a browser show it on another site.
  expect(emailLogo.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('a change of colors is a style sheet of what differs, which browsers keep', async () => {
  await change({ accent: '#0055aa', corners: 'square', bodyFont: 'inter', customCss: 'h1 { color: #111 }' })
  const body = await page()
  const url = styleOf(body) ?? ''
  const { headers, body: css } = await get(url)
  expect(headers['cache-control']).toContain('immutable')
  expect(headers['content-type']).toContain('text/css')
  expect(css).toContain('--accent:#0055aa')
  expect(css).toContain('--radius-md:0')
  expect(css).not.toContain('--success')
  expect(css.endsWith('h1 { color: #111 }')).toBe(true)
  const fontUrl = /url\((\/look-fonts\/[^)]+latin-wght-normal\.woff2)\)/.exec(css)?.[1] ?? ''
  expect((await get(fontUrl)).headers['content-type']).toBe('font/woff2')
  const { data } = await sharp((await get('/icon-192.png')).rawPayload)
    .extract({ left: 96, top: 4, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([0x00, 0x55, 0xaa])
  expect((await get('/look-0123456789abcdef.css')).headers['cache-control']).toBe('no-cache')
  for (const file of ['..%2fpackage.json', 'inter-..%2f..%2findex.css', 'nothing.woff2'])
    expect((await get(`/look-fonts/${file}`)).statusCode).toBe(404)
})

test('a logo is on pages and in emails, and the icons are made from it', async () => {
  const { name, status } = await upload('logo', drawing())
  expect(status).toBe(201)
  await change({ logo: name })
  const body = await page()
  expect(body).toContain(`src="${siteFileUrl(name)}"`)
  const { headers, body: served } = await get(siteFileUrl(name))
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(headers['content-security-policy']).toContain('sandbox')
  expect(served).toContain('#123456')
  for (const [path, side] of [
    ['/favicon.ico', 48],
    ['/icon-192.png', 192],
    ['/icon-maskable-512.png', 512],
    ['/apple-touch-icon.png', 180],
  ] as const) {
    const icon = await get(path)
    expect(icon.headers['content-type'], path).toBe('image/png')
    expect(await sharp(icon.rawPayload).metadata(), path).toMatchObject({ width: side, height: side })
    const [red] = await sharp(icon.rawPayload)
      .flatten()
      .extract({ left: side / 2, top: side / 2, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(red, path).toBe(0x12)
  }
  const manifest = (await get('/manifest.webmanifest')).json()
  expect(manifest.icons[0].src).toMatch(/^\/icon-192\.png\?v=/)
  expect(await sharp((await get('/logo.png')).rawPayload).metadata()).toMatchObject({
    height: 96,
    width: 192,
  })
})

test('undoing a change brings back the file of before', async () => {
  const [first, second] = [await upload('logo', drawing()), await upload('logo', await picture(50, 50))]
  await change({ logo: first.name })
  const { body } = await send<{ auditEntryIds: number[] }>(site, 'PUT', '/moderation/settings', {
    cookie,
    body: { values: { logo: second.name }, before: { logo: first.name } },
  })
  await sql`update site_file set created_at = now() - interval '2 days'`.execute(site.database.kysely)
  const unused = await upload('logo', await picture(60, 60))
  await sql`update site_file set created_at = now() - interval '2 days' where name = ${unused.name}`.execute(
    site.database.kysely,
  )
  await deleteUnusedFiles({ database: site.database, pictures: site.pictures })
  expect(await readSiteFile(site.pictures.store, unused.name)).toBeNull()
  expect((await send(site, 'POST', `/moderation/undo/${body.auditEntryIds[0]}`, { cookie })).status).toBe(200)
  expect(await page()).toContain(`src="${siteFileUrl(first.name)}"`)
  expect((await get(siteFileUrl(first.name))).statusCode).toBe(200)
  expect((await change({ logo: unused.name })).body.fields?.['values.logo']).toContain('no longer exists')
})

test('a file stays while a wrong setting leaves it in use', async () => {
  const { name } = await upload('logo', await picture(70, 70))
  const set = async (value: string) => {
    await sql`insert into setting values ('logo', to_jsonb(${value}::text))
      on conflict (key) do update set value = excluded.value`.execute(site.database.kysely)
    await sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
  }
  const lastSettings = async () =>
    (
      await sql<{ last: object }>`select last_settings as last from site_revision`.execute(
        site.database.kysely,
      )
    ).rows[0]?.last
  await set(name)
  await expect.poll(lastSettings).toMatchObject({ logo: name })
  await set('nothing')
  await sql`update site_file set created_at = now() - interval '2 days'`.execute(site.database.kysely)
  await deleteUnusedFiles({ database: site.database, pictures: site.pictures })
  expect(await page()).toContain(siteFileUrl(name))
  expect((await get(siteFileUrl(name))).statusCode).toBe(200)
})

test('a file that the site has already needs no room', async () => {
  const { name } = await upload('logo', drawing())
  await sql`insert into site_file values ('another', ${100 * 1024 * 1024})`.execute(site.database.kysely)
  expect(await upload('logo', drawing())).toMatchObject({ status: 201, name })
  expect((await upload('logo', await picture(80, 80))).fields?.logo).toContain('no room for more files')
  await sql`delete from site_file where name = 'another'`.execute(site.database.kysely)
})

test('an icon that cannot be drawn is not drawn again for each visitor', async () => {
  const { name } = await upload('logo', await picture(90, 90))
  await change({ logo: name })
  await removeSiteFile(site.pictures.store, name)
  const read = vi.spyOn(site.pictures.store, 'read')
  await get('/icon-512.png')
  expect(read).toHaveBeenCalledTimes(1)
  await get('/icon-512.png')
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

test('a style sheet that does not exist reads little, and is the current one during an outage', async () => {
  const settings = Object.freeze({ ...defaultSettings, corners: 'square' as const })
  const refresh = vi.fn(() => Promise.reject(new Error('The database is away.')))
  const app = Fastify()
  await mountLook(app, { settings: () => settings, refresh, store: site.pictures.store })
  for (let at = 0; at < 20; at++) {
    const { statusCode, body } = await app.inject(`/look-${at}.css`)
    expect(statusCode).toBe(200)
    expect(body).toContain('--radius-md:0')
  }
  expect(refresh.mock.calls.length).toBeLessThan(20)
})

test('what an admin uploads is checked, made safe, and stored under its content', async () => {
  const hostile = await upload(
    'logo',
    drawing('<script>alert(1)</script><rect width="9" onload="alert(1)"/>'),
  )
  expect((await get(siteFileUrl(hostile.name))).body).not.toMatch(/script|alert/)
  expect((await upload('logo', drawing())).name).toBe((await upload('logo', drawing())).name)
  expect((await upload('headingFont', await font())).name).toMatch(/\.woff2$/)
  const share = await upload('sharePicture', await picture(2_000, 2_000, 'webp'))
  expect(share.name).toMatch(/-1200x630\.jpg$/)
  const truncated = (await font()).subarray(0, 1_000)
  for (const [key, content, sentence] of [
    ['logo', 'hello', /Please save it as SVG or PNG/],
    ['logo', '<html><script>1</script></html>', /can’t read this drawing/],
    ['logo', drawing().replace('0 0 200 100"', '0 0 1e999 9" width="9" height="9"'), /size/],
    ['logo', await picture(10, 10, 'jpeg'), /Please save it as SVG or PNG/],
    ['logo', (await picture(300, 300)).subarray(0, 200), /Please save it as SVG or PNG/],
    ['logo', Buffer.alloc(300 * 1024, '<'), /up to 256 KB/],
    ['sharePicture', drawing(), /Please save it as JPEG, PNG, or WebP/],
    ['bannerFindEventPicture', drawing(), /Please save it as JPEG, PNG, or WebP/],
    ['bannerFindEventPicture', Buffer.alloc(6 * 1024 * 1024), /up to 5 MB/],
    ['headingFont', truncated, /not a WOFF2 font/],
    ['headingFont', Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(100)]), /not a WOFF2 font/],
    ['headingFont', await readFile(new URL(import.meta.url)), /not a WOFF2 font/],
    ['bodyFont', Buffer.alloc(600 * 1024), /up to 512 KB/],
  ] as const) {
    const { status, fields } = await upload(key, content)
    expect(status, String(sentence)).toBeGreaterThanOrEqual(400)
    expect(fields?.[key]).toMatch(sentence)
  }
  expect((await upload('name', drawing())).status).toBe(400)
})

test.each([
  [{ accent: 'red;} body { display: none' }, 'values.accent', /Please enter a color/],
  [{ accent: '' }, 'values.accent', /Please enter a color/],
  [{ logo: '../../secret' }, 'values.logo', /a file that ends in/],
  [{ logo: `${'0'.repeat(32)}-9x9.png` }, 'values.logo', /no longer exists/],
  [{ headingFont: 'https://elsewhere.example/x.woff2' }, 'values.headingFont', /one of the list/],
  [{ corners: 'round}' as 'round' }, 'values.corners', /Please choose/],
  [{ customCss: 'a{}\n@import "//elsewhere.example";' }, 'values.customCss', /^Line 2: @import/],
  [{ customCss: 'a{}'.repeat(10_000) }, 'values.customCss', /20,000|20000/],
])('refuses what no form sends, number %#', async (values, field, sentence) => {
  const { status, body } = await change(values)
  expect(status).toBe(400)
  expect(body.fields?.[field]).toMatch(sentence)
})

test('stored CSS that loads from elsewhere is not sent, whoever wrote it', async () => {
  await sql`insert into setting values ('customCss', ${JSON.stringify('@import "//elsewhere.example";')}::jsonb), ('corners', '"square"')`.execute(
    site.database.kysely,
  )
  await sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
  await expect.poll(async () => styleOf(await page())).toBeDefined()
  expect((await get(styleOf(await page()) ?? '')).body).not.toContain('elsewhere')
})

test.each(['visitor', 'user'])('a %s uploads, changes, and previews nothing', async (who) => {
  const as = who === 'user' ? userCookie : ''
  const form = formOf([
    { name: 'logo', content: drawing(), fileName: 'logo.svg' },
    { name: valueName('corners'), content: 'square' },
    { name: beforeName('corners'), content: 'round' },
  ])
  for (const url of [siteFileUploadPath, privatePaths.adminFiles, privatePaths.adminLookPreview])
    expect((await post(url, form, as)).status, url).toBe(who === 'user' ? 403 : 401)
  expect((await sql`select from setting`.execute(site.database.kysely)).rows).toEqual([])
})

test('a form without scripts previews a look, and then saves it with its files', async () => {
  const form = (scheme: string) =>
    formOf([
      { name: valueName('accent'), content: '#ffff00' },
      { name: beforeName('accent'), content: defaultSettings.accent },
      { name: valueName('logo'), content: '' },
      { name: beforeName('logo'), content: '' },
      { name: 'logo', content: drawing(), fileName: 'logo.svg' },
      { name: 'icon', content: '', fileName: '' },
      { name: valueName('customCss'), content: 'p { color: url(</style><script>) }' },
      { name: beforeName('customCss'), content: '' },
      { name: 'scheme', content: scheme },
    ])
  const preview = await post(privatePaths.adminLookPreview, form('dark'))
  expect(preview.status).toBe(200)
  expect(preview.headers['content-security-policy']).toContain("default-src 'none'")
  expect(preview.body).toContain('<body inert>')
  expect(preview.body).not.toContain('<script')
  expect(preview.body).toMatch(/--accent:#ffff00/)
  expect(preview.body).toContain('/site-files/')
  expect(preview.body).toContain('Line 1: ')
  expect((await post(privatePaths.adminLookPreview, form('light'))).body).toContain(
    'We made your color darker',
  )
  expect(await page()).not.toContain('site-files')

  expect((await post(privatePaths.adminFiles, form('light'))).status).toBe(400)
  const saved = await post(
    privatePaths.adminFiles,
    formOf([
      { name: valueName('logo'), content: '' },
      { name: beforeName('logo'), content: '' },
      { name: 'logo', content: drawing(), fileName: 'logo.svg' },
    ]),
  )
  expect(saved.status).toBe(303)
  expect(await page()).toContain('/site-files/')
  // The step of the first run has the same files.
  const step = await post(privatePaths.adminFiles, formOf([{ name: 'next', content: 'place' }]))
  expect(step.headers.location).toMatch(/\/setup\?step=place$/)
})

test('a refused form without scripts comes back with what was typed and the files that could be used', async () => {
  const send = (more: Parameters<typeof formOf>[0]) =>
    post(
      privatePaths.adminFiles,
      formOf([
        { name: valueName('accent'), content: '#ffff00' },
        { name: beforeName('accent'), content: defaultSettings.accent },
        { name: valueName('icon'), content: '' },
        { name: beforeName('icon'), content: '' },
        { name: 'icon', content: 'hello', fileName: 'icon.svg' },
        { name: valueName('logo'), content: '' },
        { name: beforeName('logo'), content: '' },
        { name: 'logo', content: drawing(), fileName: 'logo.svg' },
        ...more,
      ]),
      cookie,
      'text/html',
    )
  const { status, body } = await send([
    { name: valueName('customCss'), content: 'h1 { color: red }' },
    { name: beforeName('customCss'), content: '' },
  ])
  expect(status).toBe(400)
  expect(body).toContain('enctype="multipart/form-data"')
  expect(body).toMatch(/<input name="values\.accent" value="#ffff00">/)
  expect(body).toContain('h1 { color: red }')
  expect(body).toMatch(/<input type="hidden" name="values\.logo" value="[0-9a-f]{32}-\d+x\d+\.svg">/)
  expect(body).toMatch(/<input type="file" name="icon" aria-invalid="true"/)
  expect(body).toContain('Please save it as SVG or PNG')
  const tooLarge = await send([
    { name: 'bannerFindEventPicture', content: Buffer.alloc(7 * 1024 * 1024), fileName: 'a.jpg' },
  ])
  expect(tooLarge.status).toBe(400)
  expect(tooLarge.body).toContain('#ffff00')
})

test('a banner of the home page has the operator’s own picture', async () => {
  const { name } = await upload('bannerPostServicePicture', await picture(2_000, 900, 'jpeg'))
  expect(name).toMatch(/-800x600\.webp$/)
  await change({ bannerPostServicePicture: name })
  expect(await page()).toContain(`src="${siteFileUrl(name)}"`)
  expect((await get(siteFileUrl(name))).headers['content-type']).toBe('image/webp')
})

test('a backup has the files, and a restore brings them back', async () => {
  const { name } = await upload('logo', drawing())
  await change({ logo: name })
  const target = await createEmptySite()
  await restoreInto(target, await archiveOf(site))
  expect(await readSiteFile(target.pictures.store, name)).not.toBeNull()
})
