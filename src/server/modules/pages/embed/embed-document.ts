/** The document of an embedded list: plain HTML, whose links open in a new tab. */

import type { EmbedTheme } from '../../../../shared/embed.ts'
import { formatEventTimes } from '../../../../shared/event-times.ts'
import { formatTown } from '../../../../shared/format.ts'
import { directionOf, readerLanguage } from '../../../../shared/language.ts'
import type { ListedEvent } from '../../../../shared/listing.ts'
import { publicPaths } from '../../../../shared/paths.ts'
import { parsePictureUrl, pictureUrl } from '../../../../shared/picture.ts'
import { formatPrice, perTicket } from '../../../../shared/price.ts'
import type { SiteSettings } from '../../../../shared/settings/table.ts'
import { t } from '../../../../shared/translate.ts'
import { Html, html } from '../../../platform/html.ts'
import { embedStyle } from './embed-style.ts'

type Site = { settings: SiteSettings; publicUrl: string }
/** `path` is that of the whole list. */
export type EmbeddedList = { title: string; theme: EmbedTheme; path: string; events: ListedEvent[] }

export function listDocument(site: Site, { title, theme, path, events }: EmbeddedList): string {
  const { settings, publicUrl } = site
  const list =
    events.length === 0
      ? html`<p class="soft">${t('No upcoming events here yet.')}</p>`
      : html`<ul>${events.map((event) => toItem(event, site))}</ul>`
  const content = html`<main><h1>${title}</h1>
${list}</main>
<footer>${link(publicUrl + path, seeAll(settings))}${link(`${publicUrl}/`, t('Powered by {site}', { site: settings.name }))}</footer>`
  return document(settings, `${title} | ${settings.name}`, theme, content)
}

/** Returns the document for a request that cannot be answered. */
export const failureDocument = ({ settings, publicUrl }: Site, sentence: string): string =>
  document(
    settings,
    settings.name,
    'auto',
    html`<main><h1>${t('Events')}</h1>
<p>${sentence}</p></main>
<footer>${link(publicUrl + publicPaths.allEvents(), seeAll(settings))}</footer>`,
  )

const document = (settings: SiteSettings, title: string, theme: EmbedTheme, content: Html): string =>
  html`<!doctype html>
<html lang="${readerLanguage()}" data-theme="${theme}">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${new Html(embedStyle(settings))}</style></head>
<body dir="${directionOf(readerLanguage())}">
${content}
</body></html>
`.text

const seeAll = ({ name }: SiteSettings) => t('See all events on {site}', { site: name })

const link = (url: string, text: string): Html =>
  html`<a href="${url}" target="_blank" rel="noopener">${text}</a>`

function toItem(event: ListedEvent, { settings, publicUrl }: Site): Html {
  const { _id, title, images, venue_name, rule } = event
  const note = noteOf(event)
  const when = [formatEventTimes(event.occurrence), rule && t('repeats')].filter(Boolean).join(' · ')
  const where = event.attendance_mode === 'online' ? [t('Online')] : [venue_name, formatTown(event)]
  const facts = [...where, formatPrice(event, settings.currency, perTicket)].filter(Boolean).join(' · ')
  return html`<li>${pictureOf(images[0])}<div><p class="soft">${when}</p>
<h2>${link(publicUrl + publicPaths.listing('event', _id), title)}</h2>
<p class="soft">${facts}</p>${note ? html`<p class="note">${note}</p>` : ''}</div></li>`
}

function noteOf({ canceled, postponed, event_availability, occurrence }: ListedEvent): string | null {
  if (canceled || occurrence.canceled) return t('Canceled')
  if (postponed || occurrence.postponed) return t('Postponed')
  return event_availability === 'soldout' ? t('Sold out') : null
}

/** Decorative: the title says what the event is. */
function pictureOf(url: string | undefined): Html | string {
  if (!url) return ''
  const uploaded = parsePictureUrl(url)
  const smallest = uploaded
    ? pictureUrl({ ...uploaded, variant: Math.min(uploaded.width, 400), format: 'webp' })
    : url
  return html`<img src="${smallest}" alt="" width="72" height="72" loading="lazy">`
}
