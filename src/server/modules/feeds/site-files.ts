/** The files and addresses by which browsers, password managers, and researchers discover what the site offers. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addDays, dayIn } from '../../../shared/days.ts'
import { shortNameOf } from '../../../shared/format.ts'
import { privatePaths, publicPaths } from '../../../shared/paths.ts'
import { type CurrentSettings, defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import { varyByLanguage } from '../../platform/language/request-language.ts'
import { xml } from './xml.ts'

type SiteFileOptions = { settings: CurrentSettings; publicUrl: string; clock: Clock }

const free = { config: { cost: 0 } }
/** RFC 9116 recommends less than a year. A copy that someone keeps for longer is no longer true. */
const securityContactDays = 180
/** OpenSearch sets this limit. */
const maxShortNameLength = 16
const securityPath = '/.well-known/security.txt'

export function mountSiteFiles(app: FastifyInstance, { settings, publicUrl, clock }: SiteFileOptions) {
  app.get(securityPath, free, async (_request, reply) =>
    sendFile(reply, 'text/plain', securityText(settings(), publicUrl, clock())),
  )
  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', free, async (_request, reply) =>
    reply.redirect(`${privatePaths.profile}/account#password`, 302),
  )
  app.get(publicPaths.searchDescription(), free, async (request, reply) => {
    varyByLanguage(request, reply)
    const text = searchDescription(settings(), publicUrl)
    return sendFile(reply, 'application/opensearchdescription+xml', text, 'no-cache')
  })
}

const sendFile = (reply: FastifyReply, type: string, text: string, cacheControl = 'public, max-age=3600') =>
  reply.header('cache-control', cacheControl).type(`${type}; charset=utf-8`).send(text)

/** Returns the text by RFC 9116. */
function securityText(
  { contactEmail, timeZone, languages }: SiteSettings,
  publicUrl: string,
  now: Date,
): string {
  const hasEmail = contactEmail !== defaultSettings.contactEmail
  return [
    `Contact: ${hasEmail ? `mailto:${encodeURI(contactEmail)}` : publicUrl + publicPaths.contact()}`,
    `Expires: ${addDays(dayIn(timeZone, now), securityContactDays)}T00:00:00Z`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${publicUrl}${securityPath}`,
    '',
  ].join('\n')
}

/** Returns an OpenSearch description, with which browsers search the site from their address bar. */
const searchDescription = ({ name, tagline }: SiteSettings, publicUrl: string): string =>
  xml`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${shortNameOf(name).slice(0, maxShortNameLength)}</ShortName>
  <Description>${tagline}</Description>
  <Url type="text/html" template="${publicUrl}${publicPaths.search()}?searchtext={searchTerms}"/>
  <Image width="192" height="192" type="image/png">${publicUrl}/icon-192.png</Image>
  <InputEncoding>UTF-8</InputEncoding>
</OpenSearchDescription>
`.text
