import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/text-link.tsx'

const guides = [
  {
    label: 'Customer Safety Guide',
    to: paths.customerGuide(),
    title: 'You’re hiring someone',
    text: 'Ten habits for booking a service or going to an event: who to trust, where to meet, how to pay, and how to leave.',
  },
  {
    label: 'Provider Safety Guide',
    to: paths.providerGuide(),
    title: 'You’re offering something',
    text: 'Fifteen points for anyone who offers a service: clients, payments, boundaries, and common scams.',
  },
]

const basics = [
  'Know who you’re meeting, and meet in public first.',
  'Tell a friend where you’re going and when you’ll be back.',
  'Never pay everything up front. Half on arrival and half when it’s done is fair.',
  'If it feels wrong, leave. You don’t owe anyone a reason.',
]

export function Component() {
  return (
    <PublicPage
      title="Safety Guide"
      description="How to stay safe when you hire someone nearby or offer your services: one guide for customers and one for providers."
      path={paths.safetyGuide()}
      subtitle="People here deal with each other directly. It works best when both sides know a few simple rules."
      width="max-w-4xl"
    >
      <ul className="grid gap-6 md:grid-cols-2">
        {guides.map(({ label, to, title, text }) => (
          <li key={to}>
            <Card className="relative flex h-full flex-col p-6 pt-8 sm:p-8">
              <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
              <h2 className="text-lg">{title}</h2>
              <p className="mt-2 mb-6 text-soft">{text}</p>
              <ButtonLink href={to} className="mt-auto self-start">
                {label}
              </ButtonLink>
            </Card>
          </li>
        ))}
      </ul>
      <section className="mt-12">
        <h2 className="text-xl">In a hurry?</h2>
        <ol className="mt-4 grid gap-3 md:grid-cols-2">
          {basics.map((rule, index) => (
            <li key={rule} className="flex gap-3 rounded-md bg-sunken p-4">
              <span className="font-display text-lg leading-tight font-bold text-accent" aria-hidden>
                {index + 1}
              </span>
              {rule}
            </li>
          ))}
        </ol>
        <p className="mt-6 text-soft">
          See something that looks like spam, a scam, or fraud? Press Report Spam on the ad, or{' '}
          <TextLink href={paths.contact()}>report it to us</TextLink>.
        </p>
      </section>
    </PublicPage>
  )
}
