import { Head } from '../head/head.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextLink } from '../ui/text-link.tsx'

const guides = [
  {
    label: 'Customer Safety Guide',
    to: paths.customerGuide(),
    title: 'You are looking for somebody',
    text: 'Ten habits for booking a service or going to an event: whom to trust, where to meet, how to pay, and how to leave.',
  },
  {
    label: 'Provider Safety Guide',
    to: paths.providerGuide(),
    title: 'You offer something',
    text: 'Fifteen points for everybody who offers a service: clients, payment, boundaries, and the tricks that are tried on people like you.',
  },
]

const inShort = [
  'Know who it is before you meet, and meet in public first.',
  'Tell a friend where you are going and when you will be back.',
  'Never pay everything up front; half on arrival and half at the end is fair.',
  'If it feels wrong, leave. You owe nobody a reason.',
]

export function Component() {
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title="Safety Guide"
        description="How to stay safe when you hire somebody nearby or offer your services: a guide for customers and one for providers."
        path={paths.safetyGuide()}
      />
      <div className="mx-auto max-w-4xl">
        <PageHeading
          title="Safety Guide"
          subtitle="People here deal with each other directly. That is the point, and it works best when both sides know a few simple rules."
        />
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
            {inShort.map((rule, index) => (
              <li key={rule} className="flex gap-3 rounded-md bg-sunken p-4">
                <span className="font-display text-lg leading-tight font-bold text-accent" aria-hidden>
                  {index + 1}
                </span>
                {rule}
              </li>
            ))}
          </ol>
          <p className="mt-6 text-soft">
            Something looks like spam, a scam or fraud? Press Report Spam on the ad, or{' '}
            <TextLink href={paths.contact()}>report it to us</TextLink>.
          </p>
        </section>
      </div>
    </div>
  )
}
