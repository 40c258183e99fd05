import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser, emailsTo, ownOrigin } from '../../../../test/support/data/accounts.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { inLanguage } from '../../platform/language/reader-language.ts'
import { createNotifications } from './service.ts'

const settings = { ...defaultSettings, languages: ['es', 'en', 'fr'] }
const notifications = createNotifications({
  secret: siteSecret,
  settings: () => settings,
  publicUrl: ownOrigin,
})

test('an email is in the language of its recipient, not of who causes it', async () => {
  const site = await createTestApp(undefined, { settings: { languages: settings.languages } })
  const recipients = [
    ['fr', 'Bonjour Ann,'],
    // The site does not have it any longer.
    ['pt', 'Hola, Ann:'],
    [null, 'Hola, Ann:'],
  ] as const
  for (const [language, greeting] of recipients) {
    const { email } = await createUser(site.database)
    await sql`update account set language = ${language} where email = ${email}`.execute(site.database.kysely)
    await inLanguage('en', () =>
      site.database.kysely
        .transaction()
        .execute((tx) => notifications.moderated(tx, 'account-lift', email, { name: 'Ann' })),
    )
    const [sent] = await emailsTo(site, email)
    expect(sent?.text).toContain(greeting)
    expect(sent?.html).toContain(`<html lang="${language === 'fr' ? 'fr' : 'es'}"`)
  }
})
