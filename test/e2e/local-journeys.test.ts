/** A site in Lyon in French, from its first run to a flyer; a search in Austin in Spanish; and a form whose language changes. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { addDays, dayIn } from '../../src/shared/days.ts'
import { hydrated, test as journey, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectUploaded,
  label,
  postButton,
  postedPage,
} from '../support/browser/posting-form.ts'
import { readPdf } from '../support/checks/pdf.ts'
import { createUser, goodPassword, insertSession } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { runCommand } from '../support/site/command.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { type MailServer, startMailServer } from '../support/site/mail-server.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'
import { siteSecret } from '../support/site/site-secret.ts'

type LocalSite = { url: string; database: Database; mail: MailServer; output: () => string }

/** Starts a site without ads, after these commands. */
async function withSite(
  { commands = [], settings = {} }: { commands?: string[][]; settings?: Record<string, string> },
  use: (site: LocalSite) => Promise<void>,
) {
  const server = process.env.E2E_DATABASE ?? ''
  const name = `local_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name}`)
  const databaseUrl = databaseAt(server, name)
  for (const command of commands)
    expect(await runCommand(command, { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0 })
  const mail = await startMailServer()
  const site = await startSite({
    databaseUrl,
    smtpUrl: mail.url,
    demo: false,
    settings: { SECRET: siteSecret, ...settings },
  })
  const database = openDatabase({
    connectionString: databaseUrl,
    timeZone: 'UTC',
    log: silentLog,
    connections: 1,
    // Test data, not a request: a busy machine may take longer than the site allows.
    statementTimeoutMs: 60_000,
  })
  await use({ url: site.url, database, mail, output: site.output })
  await database.close()
  await site.stop()
  await mail.close()
  await administer(server, `drop database ${name} with (force)`)
}

const test = journey.extend<{ lyon: LocalSite }, { austin: LocalSite }>({
  // Someone sets it up in a browser. A command has added the larger towns of France: all of them take long.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
  lyon: async ({}, use) =>
    withSite({ commands: [['migrate'], ['places', 'add', 'FR', '--min-population=20000']] }, use),
  austin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => withSite({ settings: { LANGUAGES: 'en, es' } }, use),
    { scope: 'worker', timeout: 240_000 },
  ],
})

// Sites are started for them.
test.describe.configure({ timeout: 240_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, text] of Object.entries(values)) await label(page, name).fill(text)
}

async function choose(page: Page, values: Record<string, string>) {
  for (const [name, option] of Object.entries(values)) await label(page, name).selectOption(option)
}

async function signIn(page: Page, { url, database }: Pick<LocalSite, 'url' | 'database'>, email: string) {
  const session = await insertSession(database, email)
  await page.context().addCookies([{ ...session, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Searches until these ads are found, and no others: an ad is found some seconds after it was posted. */
async function expectFound(page: Page, words: string, titles: string[]) {
  const found = page.getByRole('main').getByRole('article').getByRole('heading')
  await expect(async () => {
    await visit(page, `/search?${new URLSearchParams({ searchtext: words })}`)
    await expect(found).toHaveText(titles, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

test.describe('in Lyon', () => {
  test.use({ baseURL: async ({ lyon }, use) => use(lyon.url), locale: 'fr-FR' })

  test('in French: the first run, two ads, searches, a message with its email, and a flyer', async ({
    browser,
    page: visitor,
    lyon: { url, database, mail, output },
    allowStatus,
  }) => {
    allowStatus(503)
    const context = await browser.newContext()
    const page = await context.newPage()

    await test.step('the first run speaks French from its first page', async () => {
      const next = () => button(page, 'Enregistrer et continuer').click()
      const link = /http:\/\/\S+\/setup\?token=[\w-]+/.exec(output())?.[0] ?? ''
      // A site that has just started may ask visitors to come back.
      await expect(async () => expect((await page.goto(link))?.status()).toBe(200)).toPass()
      await hydrated(page)
      await expect(heading(page)).toHaveText('Votre compte')
      await fill(page, {
        Nom: 'Inès Roy',
        'Adresse courriel': 'ines@example.com',
        'Mot de passe': goodPassword,
      })
      await button(page, 'Créer le compte').click()
      await expect(heading(page)).toHaveText('Votre site')
      await expect(label(page, 'Langues')).toHaveValue('fr')
      await fill(page, { Nom: 'Coups de main', Slogan: 'Entre voisins du Grand Lyon' })
      await next()

      await expect(heading(page)).toHaveText('Votre lieu')
      const france = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'France' }) })
      await france.getByRole('link', { name: 'Utiliser ce qui y est courant' }).click()
      await expect(label(page, 'Papier')).toHaveValue('a4')
      await fill(page, { 'Ville d’attache': 'Lyon', 'Seulement ces régions': 'France' })
      await next()
      await expect(heading(page)).toHaveText('Vos annonces')
      await next()
      await expect(heading(page)).toHaveText('Adresse courriel')
      await next()
      await expect(heading(page)).toHaveText('Coups de main est prêt')
      await button(page, 'Ouvrir votre site').click()
      await expect(page).toHaveURL('/')
      await expect(heading(page)).toHaveText('Entre voisins du Grand Lyon')
    })

    const plumber = 'Plombier du quartier'
    const concert = 'Concert de chorale'
    let flyerPath = ''
    await test.step('someone posts a service and an event', async () => {
      const lyon = { country: 'France', state: 'Auvergne-Rhône-Alpes', city: 'Lyon' }
      await createListing(database, { ...lyon, title: 'Cours de piano à domicile' })
      await createListing(database, {
        ...lyon,
        kind: 'event',
        title: 'Concert d’été',
        startDate: '2099-07-04',
      })

      await visit(page, '/post-services')
      await fill(page, { Titre: plumber, Prix: '45' })
      await fill(page, {
        Description: 'Robinets, fuites et chauffe-eau, chez vous à Villeurbanne et autour.',
      })
      await choose(page, { Catégorie: 'Rénovation et réparations' })
      await choose(page, { 'Sous-catégorie': 'Plomberie', Ville: 'Villeurbanne' })
      await button(page, 'Publier le service').click()
      await expect(page).toHaveURL(postedPage.service)
      const print = page.getByRole('main').getByRole('link', { name: 'Imprimer une affichette' })
      flyerPath = (await print.getAttribute('href')) ?? ''

      await visit(page, '/post-events')
      const day = weekendDay('Europe/Paris')
      await fill(page, { Titre: concert, Prix: '0', 'Date de début': day, 'Date de fin': day })
      await fill(page, { Description: 'Deux heures de chansons, à écouter assis ou debout.' })
      await choose(page, { Catégorie: 'Musique et arts de la scène' })
      await choose(page, { 'Sous-catégorie': 'Concerts et récitals', Ville: 'Lyon' })
      await choosePictures(page, ['small.jpg'])
      await expectUploaded(page, 1)
      await button(page, 'Publier l’événement').click()
      await expect(page).toHaveURL(postedPage.event)
    })

    await test.step('a visitor finds both, and reads how the words were understood', async () => {
      const chips = visitor.getByRole('list', { name: 'Filtres actifs' }).getByRole('link')
      await expectFound(visitor, 'concert ce week-end', [concert])
      await expect(chips).toHaveText(['Retirer le filtreCette fin de semaine'])
      await expectFound(visitor, 'plombier près de Villeurbanne', [plumber])
      await expect(chips).toHaveText(['Retirer le filtreLieu : Villeurbanne, Auvergne-Rhône-Alpes'])
    })

    await test.step('the visitor signs in and writes, and the author gets an email in French', async () => {
      // Without an account, nobody can write from the network of the author, which is the same in a test.
      const { email } = await createUser(database, { name: 'Luc Petit' })
      await signIn(visitor, { url, database }, email)
      await visitor.reload()
      await hydrated(visitor)
      await visitor.getByRole('main').getByRole('link', { name: plumber }).first().click()
      await visitor.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
      await expect(heading(visitor)).toHaveText('Écrire à Inès Roy')
      await fill(visitor, { Message: 'Êtes-vous libre mardi?' })
      await button(visitor, 'Envoyer le message').click()
      await expect(visitor.getByRole('log')).toContainText('Êtes-vous libre mardi?')
      const { text } = await mail.waitForEmail('ines@example.com', /Luc Petit/)
      expect(text).toContain('Êtes-vous libre mardi?')
      expect(text).toContain('Luc Petit vous a écrit sur Coups de main')
    })

    await test.step('the author prints an A4 flyer in French', async () => {
      const flyer = await readPdf(await (await context.request.get(flyerPath)).body())
      expect(flyer).toMatchObject({ pages: 1, language: 'fr' })
      expect([flyer.size.width, flyer.size.height].map(Math.round)).toEqual([595, 842])
      const text = flyer.text.replace(/\s+/g, ' ')
      for (const part of [plumber, 'Plomberie', 'Balayez pour en savoir plus']) expect(text).toContain(part)
    })
    await context.close()
  })
})

test.describe('in Austin', () => {
  test.use({ baseURL: async ({ austin }, use) => use(austin.url), locale: 'es-US' })

  test('in Spanish: a class is found by the postal code of the visitor', async ({
    page,
    austin: { database },
  }) => {
    const piece = { category: 'Music & Performing Arts', subcategory: 'Guitar Lessons' }
    const nearby = 'Clases de guitarra'
    await createListing(database, { ...piece, title: nearby })
    await createListing(database, { ...piece, title: 'Guitarra en grupo', city: 'El Paso' })
    await createListing(database, { title: 'Paseos para perros' })
    await expectFound(page, 'clases de guitarra cerca de 78704', [nearby])
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('list', { name: 'Filtros activos' }).getByRole('link')).toHaveText([
      'Quitar filtroA menos de 25 mi de Austin, Texas',
    ])
  })

  test('what is typed into a form is still there in the other language, and is posted', async ({
    page,
    austin: { database, url },
  }) => {
    const { email } = await createUser(database)
    await signIn(page, { url, database }, email)
    const words = {
      title: 'Clases de piano',
      price: '40',
      description: 'Con paciencia,\nen tu casa o en la mía.',
    }
    await visit(page, '/post-services')
    await fill(page, { Título: words.title, Precio: words.price, Descripción: words.description })
    await choose(page, { Categoría: 'Música y artes escénicas' })
    await choose(page, { Subcategoría: 'Clases de piano', País: 'Estados Unidos' })
    await choose(page, { Estado: 'Texas' })
    await choose(page, { Ciudad: 'Austin' })

    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expect(heading(page)).toHaveText('Post a service')
    await hydrated(page)
    const inEnglish = { Title: words.title, Price: words.price, Description: words.description, ...inAustin }
    for (const [name, value] of Object.entries(inEnglish))
      await expect(label(page, name), name).toHaveValue(value)
    await button(page, postButton.service).click()
    await expect(page).toHaveURL(postedPage.service)
    await expect(page.getByRole('main').getByRole('heading', { name: words.title })).toBeVisible()
  })
})

const inAustin = {
  Category: 'Music & Performing Arts',
  Subcategory: 'Piano Lessons',
  Country: 'United States',
  State: 'Texas',
  City: 'Austin',
}

/** Returns a day of this weekend: today, or else the next Saturday. */
function weekendDay(timeZone: string): string {
  const today = dayIn(timeZone, new Date())
  const weekday = new Date(today).getUTCDay()
  return weekday === 0 ? today : addDays(today, 6 - weekday)
}
