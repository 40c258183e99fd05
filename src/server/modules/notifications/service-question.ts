/** The email that asks an author whether they still offer some services. */
import { formatCount, formatDay } from '../../../shared/format.ts'
import { privatePaths } from '../../../shared/paths.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { toOneLine } from './email-text.ts'

type Service = { title: string /** Renews the service. */; link: string }

export type ServiceQuestion = {
  services: readonly Service[]
  /** The days on which the services become stale and are archived without an answer. */
  staleOn: string
  archivedOn: string
}

/** The other services are under My Services. */
const maxListed = 20

const notes = [
  'Renewing needs no sign-in, so don’t forward this email.',
  'If you don’t offer it anymore, delete the ad or do nothing.',
]

export function serviceQuestion({ name: site }: { name: string }, question: ServiceQuestion): EmailContent {
  const [first, ...others] = question.services
  return first && others.length === 0 ? oneService(site, question, first) : manyServices(site, question)
}

function oneService(site: string, question: ServiceQuestion, { title, link }: Service): EmailContent {
  const shown = toOneLine(title, 120)
  return {
    subject: `Do you still offer this on ${site}? “${shown}”`,
    paragraphs: [
      `Your ad “${shown}” has been on ${site} for a while. Do you still offer this service?`,
      consequenceOf(question, 'the ad'),
    ],
    action: { label: 'Yes, I still offer it', link },
    secondaryAction: { label: 'See my services', link: privatePaths.myServices },
    notes,
  }
}

function manyServices(site: string, question: ServiceQuestion): EmailContent {
  const { services } = question
  const more = services.length - maxListed
  return {
    subject: `Do you still offer these ${services.length} services on ${site}?`,
    paragraphs: [
      `These ads have been on ${site} for a while. Open the link of each service that you still offer.`,
      consequenceOf(question, 'the ads'),
    ],
    links: services.slice(0, maxListed).map(({ title, link }) => ({
      label: `Yes, I still offer “${toOneLine(title, 120)}”`,
      link,
    })),
    secondaryAction: {
      label: more > 0 ? `See ${formatCount(more, 'more service', 'more services')}` : 'See my services',
      link: privatePaths.myServices,
    },
    notes,
  }
}

const consequenceOf = ({ staleOn, archivedOn }: ServiceQuestion, ads: string): string =>
  `If you do nothing, lists show ${ads} in gray and after others from ${formatDay(staleOn)}, and leave ${ads} out from ${formatDay(archivedOn)}.`
