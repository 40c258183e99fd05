/** The email that asks an author whether they still offer some services. */
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/translate.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { emailOf, type SiteInfo, toOneLine } from './email-text.ts'

type Service = { title: string /** Renews the service. */; link: string }

export type ServiceQuestion = {
  services: readonly Service[]
  /** The days on which the services become stale and are archived without an answer. */
  staleOn: string
  archivedOn: string
}

/** The other services are under My Services. */
const maxListed = 20

export function serviceQuestion(site: SiteInfo, { services, ...days }: ServiceQuestion): EmailContent {
  const [first, ...others] = services
  const dates = { stale_on: formatDay(days.staleOn), archived_on: formatDay(days.archivedOn) }
  if (first && others.length === 0)
    return emailOf(site, 'service-question', {
      ...dates,
      title: toOneLine(first.title, 120),
      link: first.link,
    })
  const more = services.length - maxListed
  const { action, ...content } = emailOf(site, 'services-question', {
    ...dates,
    count: String(services.length),
    services: services.slice(0, maxListed).map(({ title, link }) => ({
      label: t('Yes, I still offer “{title}”', { title: toOneLine(title, 120) }),
      link,
    })),
    other_services:
      more > 0
        ? t('{count, plural, one {See # more service} other {See # more services}}', { count: more })
        : t('See my services'),
  })
  // The links of the services come first.
  return { ...content, ...(action && { secondaryAction: action }) }
}
