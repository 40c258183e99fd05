import { t } from '../../shared/translate.ts'
import { NeedsScripts } from '../account/account-layout.tsx'
import { useSite } from '../framework/site-context.tsx'
import { ContactForm } from '../messages/contact/contact-form.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { Card } from '../ui/card.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function Component() {
  const { name, contactEmail } = useSite().settings
  return (
    <PublicPage
      title={t('Contact')}
      description={t('Contact {site} with a question, an idea, or a problem.', { site: name })}
      path={paths.contact()}
      subtitle={t('Have a question, an idea, or a problem? Write to us, and a person will reply.')}
      width="max-w-5xl"
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
        <Card className="relative p-6 pt-8 sm:p-8">
          <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
          <NeedsScripts>
            {rich(
              'This form needs JavaScript. Turn it on for this site and reload the page, or write to <mail>{email}</mail>.',
              { mail: () => <ContactEmail /> },
              { email: contactEmail },
            )}
          </NeedsScripts>
          <ContactForm />
        </Card>
        <OtherOptions />
      </div>
    </PublicPage>
  )
}

function OtherOptions() {
  return (
    <aside
      aria-label={t('Other ways to get help')}
      className="grid gap-6 text-sm md:max-lg:grid-cols-3 lg:pt-4"
    >
      <section>
        <h2 className="text-base">{t('By email')}</h2>
        <p className="mt-1.5 text-soft">
          <ContactEmail />
        </p>
      </section>
      <section>
        <h2 className="text-base">{t('About an ad')}</h2>
        <p className="mt-1.5 text-soft">
          {rich(
            'To book, buy, or ask a question, contact the person who posted the ad. If something is wrong with the ad itself, press <b>Report Spam</b> there.',
            { b: (text) => <b>{text}</b> },
          )}
        </p>
      </section>
      <section>
        <h2 className="text-base">{t('Spam, scams, fraud')}</h2>
        <p className="mt-1.5 text-soft">
          {rich(
            'Tell us what happened and which ad it was. If you’re in danger or lost money, call the police first. Our <link>safety guides</link> show how to spot trouble early.',
            { link: (text) => <TextLink href={paths.safetyGuide()}>{text}</TextLink> },
          )}
        </p>
      </section>
    </aside>
  )
}

function ContactEmail() {
  const { contactEmail } = useSite().settings
  return <TextLink href={paths.mail(contactEmail)}>{contactEmail}</TextLink>
}
