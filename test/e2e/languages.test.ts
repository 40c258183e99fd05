/** A site in English, Spanish, and French, with an operator's catalogs whose texts are longer, and from right to left. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test as journey, visit } from '../support/browser/journey.ts'
import { expectNoSidewaysScrolling } from '../support/browser/screen-checks.ts'
import { goodPassword } from '../support/data/accounts.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { type MailServer, startMailServer } from '../support/site/mail-server.ts'
import { memoryFolder } from '../support/site/memory-folder.ts'
import { startSite } from '../support/site/site.ts'

const test = journey.extend<object, { polyglot: { url: string; mail: MailServer } }>({
  polyglot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `languages_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-e2e-'))
      execFileSync(process.execPath, ['scripts/locales.ts', '--pseudo', join(folder, 'locales')])
      const mail = await startMailServer()
      const site = await startSite({
        databaseUrl: databaseAt(server, name),
        smtpUrl: mail.url,
        folder,
        demo: false,
        settings: { LANGUAGES: 'en, es, fr, en-XA, ar-XB' },
      })
      await use({ url: site.url, mail })
      await site.stop()
      await mail.close()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ polyglot }, use) => use(polyglot.url),
})

const email = `ines-${process.pid}@example.com`

test('French by the browser, Spanish by the footer, and emails in the language of their recipient', async ({
  browser,
  polyglot: { url, mail },
}) => {
  const french = await browser.newContext({ baseURL: url, locale: 'fr-CA' })
  const page = await french.newPage()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })

  await test.step('a French browser signs up, with sentences of code that loads late, and of the server', async () => {
    const response = await visit(page, '/signup')
    expect(response?.headers()).toMatchObject({
      'content-language': 'fr',
      vary: expect.stringContaining('accept-language'),
    })
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inscription')
    await expect(page.getByRole('contentinfo')).toContainText('Tous droits réservés.')
    await page.getByRole('main').getByRole('button', { name: 'Inscription' }).click()
    await expect(page.getByLabel('Nom')).toHaveAccessibleDescription('Saisissez votre nom.')
    await page.getByLabel('Nom').fill('Inès Roy')
    await page.getByLabel('Adresse courriel').fill(email)
    await page.getByLabel('Mot de passe').fill('password12')
    await page.getByRole('checkbox', { name: 'J’accepte la politique de confidentialité' }).check()
    await page.getByRole('main').getByRole('button', { name: 'Inscription' }).click()
    await expect(page.getByLabel('Mot de passe')).toHaveAccessibleDescription(/facile à deviner/)
    await page.getByLabel('Mot de passe').fill(goodPassword)
    await page.getByRole('main').getByRole('button', { name: 'Inscription' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez vos courriels')
    await expect(page.getByRole('main')).toContainText(`Nous avons envoyé un lien à ${email}. Ouvrez-le`)
    const inEnglish = scripts.filter(
      (path) => !path.startsWith('/translated/fr-') && !path.includes('entry-boot'),
    )
    expect(inEnglish).toEqual([])
  })

  await test.step('without scripts, the footer leads to the same page in Spanish', async () => {
    const plain = await browser.newContext({ baseURL: url, locale: 'en-US', javaScriptEnabled: false })
    const other = await plain.newPage()
    await other.goto('/signin?to=%2Fprofile')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign In')
    await other.getByRole('button', { name: 'Español' }).click()
    await expect(other).toHaveURL('/signin?to=%2Fprofile')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
    await other.goto('/about?lang=fr')
    await expect(other.getByRole('contentinfo')).toContainText('À propos')
    await other.goto('/about')
    await expect(other.getByRole('contentinfo')).toContainText('Acerca de')
    await plain.close()
  })

  await test.step('someone else asks for a new password in Spanish: the email is in French', async () => {
    const spanish = await browser.newContext({ baseURL: url, locale: 'es-MX' })
    const other = await spanish.newPage()
    await visit(other, '/signin?forgot')
    const dialog = other.getByRole('dialog', { name: 'Olvidé mi contraseña' })
    await dialog.getByLabel('Correo electrónico').fill(email)
    await dialog.getByRole('button', { name: 'Enviar correo' }).click()
    await expect(other.getByText('Te enviamos un correo para restablecer tu contraseña.')).toBeVisible()
    const { text } = await mail.waitForEmail(email, /^Réinitialisez votre mot de passe/)
    expect(text).toContain('Bonjour Inès Roy,')
    expect(text).toContain('Ce lien expire dans 30 minutes.')
    await spanish.close()
  })
  await french.close()
})

test('the account has one language, on all its browsers until they sign out', async ({
  browser,
  polyglot: { url, mail },
}) => {
  const person = { name: 'Lucía Paz', email: `lucia-${process.pid}@example.com`, password: goodPassword }
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' })
  const page = await context.newPage()

  await test.step('someone signs up in English, and confirms the address', async () => {
    await visit(page, '/signup')
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    const { text } = await mail.waitForEmail(person.email, /^Confirm your email/)
    await page.goto(text.match(/https?:\S+verify-email\S+/)?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await expect(page.getByLabel('Your menu')).toBeVisible()
  })

  await test.step('the account page has the language, and leads back in the chosen one', async () => {
    await visit(page, '/profile/account')
    const language = page.getByRole('combobox', { name: 'Language of pages and emails' })
    await expect(language).toHaveValue('en')
    await language.selectOption('Français')
    await page.getByRole('button', { name: 'Save: Language' }).click()
    await expect(page).toHaveURL('/profile/account?done=language')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre compte')
    await expect(page.getByRole('main')).toContainText('Votre langue est enregistrée.')
    await expect(page.getByRole('combobox', { name: 'Langue des pages et des courriels' })).toHaveValue('fr')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('button', { name: 'Français' })).toHaveAttribute('aria-current', 'true')
  })

  await test.step('signing out forgets it in this browser', async () => {
    await page.getByLabel('Votre menu').click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
    const cookies = await context.cookies()
    expect(cookies.filter(({ name }) => name.includes('language'))).toEqual([])
  })

  await test.step('signing in brings it back, also where someone chose another one', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await visit(page, '/signin?to=%2Fprofile')
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel('Contraseña').fill(person.password)
    await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil')
    await expect(page.getByText('Connexion réussie')).toBeVisible()
  })
  await context.close()
})

test('pages that are kept for reading offline have the scripts of their language', async ({
  browser,
  polyglot: { url },
}) => {
  const context = await browser.newContext({ baseURL: url, locale: 'fr-CA', serviceWorkers: 'allow' })
  const page = await context.newPage()
  await visit(page, '/safety-guide')
  const keptFiles = () =>
    page.evaluate(async () => {
      const files = await caches.open('files')
      return (await files.keys()).map((request) => new URL(request.url).pathname)
    })
  await expect.poll(async () => (await keptFiles()).some((path) => path.endsWith('.js'))).toBe(true)
  const ofScripts = (await keptFiles()).filter((path) => path.endsWith('.js') && !path.includes('entry-boot'))
  expect(ofScripts.filter((path) => !path.startsWith('/translated/fr-'))).toEqual([])
  await context.close()
})

test('React takes over lists, which have links in their head after those to other languages', async ({
  browser,
  polyglot: { url },
}) => {
  const context = await browser.newContext({ baseURL: url, locale: 'fr-CA' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  for (const path of ['/', '/all-services', '/all-events']) {
    await visit(page, path)
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Español' })).toBeVisible()
  }
  expect(errors).toEqual([])
  await context.close()
})

test('topics and states have the names of the reader, also on a page that opens without the server', async ({
  browser,
  polyglot: { url },
}) => {
  const context = await browser.newContext({ baseURL: url, locale: 'fr-CA' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await visit(page, '/all-categories')
  await page.evaluate(() => Reflect.set(window, 'isSame', true))
  await page.getByRole('link', { name: 'Promenade de chiens' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promenade de chiens')
  expect(new URL(page.url()).pathname).toMatch(/^\/category\/pet-services\/subcategory\/dog-walking$/)
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)

  await visit(page, '/state/North%20Carolina')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Caroline du Nord')
  await visit(page, '/all-locations')
  const states = await page.getByRole('main').locator('a[href^="/state/"]').allTextContents()
  expect(states.slice(0, 7)).toEqual([
    'Alabama',
    'Alaska',
    'Arizona',
    'Arkansas',
    'Californie',
    'Caroline du Nord',
    'Caroline du Sud',
  ])
  expect(errors).toEqual([])
  await context.close()
})

test('a cached page is kept once for each language', async ({ polyglot: { url } }) => {
  const get = (language: string, etag = '', path = '/about') =>
    fetch(url + path, { headers: { 'accept-language': language, 'if-none-match': etag } })
  const tags = new Map<string, string>()
  // The second time from the cache.
  for (const language of ['en', 'es', 'fr', 'en', 'es', 'fr']) {
    const response = await get(language)
    const html = await response.text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain({ en: '>Contact<', es: '>Contacto<', fr: '>Confidentialité<' }[language])
    tags.set(language, response.headers.get('etag') ?? '')
  }
  expect((await get('fr', tags.get('fr'))).status).toBe(304)
  expect((await get('fr', tags.get('es'))).status).toBe(200)

  const named = await get('es', '', '/about?lang=fr')
  expect(named.headers.get('vary')).not.toContain('language')
  const html = await named.text()
  expect(html).toContain(`<link rel="canonical" href="${url}/about?lang=fr"/>`)
  for (const [tag, query] of [
    ['es', '?lang=es'],
    ['x-default', ''],
  ])
    expect(html).toContain(`<link rel="alternate" hreflang="${tag}" href="${url}/about${query}"/>`)
  const refused = await fetch(`${url}/api/getservice/none`, { headers: { 'accept-language': 'es' } })
  expect(refused.headers.get('vary')).toContain('accept-language')
})

test('longer texts, and those from right to left, have room', async ({ browser, polyglot: { url } }) => {
  for (const [language, direction] of [
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ]) {
    const context = await browser.newContext({ baseURL: url, locale: language ?? '' })
    const page = await context.newPage()
    await visit(page, '/signup')
    await expect(page.locator('html')).toHaveAttribute('dir', direction ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('[Šîgñ Ûp ~ ~]')
    await expectNoSidewaysScrolling(page)
    await context.close()
  }
})
