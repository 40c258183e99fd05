/** The first run of the site: a page for each step, which all work without scripts. */

import type { ReactNode } from 'react'
import { setup } from '../../../shared/messages/setup.ts'
import { setupEnd, setupSteps } from '../../../shared/settings/setup-steps.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { NoIndexHead } from '../../site/head/head.tsx'
import { Logo } from '../../site/layout/logo.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { TestEmailForm, TestEmailSent } from '../test-email.tsx'
import { AccountStep } from './account-step.tsx'
import { AdsStep, EmailStep, PlaceStep, SiteStep } from './admin-steps.tsx'
import type { SetupData } from './load-setup.ts'

export function Setup({ data }: { data: SetupData }) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-6 md:py-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Logo />
        <p className="text-sm text-soft">{t('Everything can be changed later.')}</p>
      </div>
      <Content data={data} />
    </div>
  )
}

function Content({ data }: { data: SetupData }) {
  switch (data.page) {
    case 'no-link':
      return <NoLink />
    case setupEnd:
      return <End isTestSent={data.isTestSent} />
    case 'account':
      return (
        <Step id="account">
          <AccountStep token={data.token} />
        </Step>
      )
    default: {
      const Part = { site: SiteStep, place: PlaceStep, ads: AdsStep, email: EmailStep }[data.page]
      return (
        <Step id={data.page}>
          <Part key={`${data.page} ${data.country}`} data={data} />
        </Step>
      )
    }
  }
}

function Step({ id, children }: { id: string; children: ReactNode }) {
  const index = setupSteps.findIndex((step) => step.id === id)
  const step = setupSteps[index] ?? setupSteps[0]
  const title = t(step.title)
  return (
    <>
      <NoIndexHead title={title} />
      <Progress current={index} />
      <h1 className="mt-3 text-2xl">{title}</h1>
      <p className="mt-1 mb-6 text-soft">{t(step.intro)}</p>
      {children}
    </>
  )
}

/** Numbers where there is no room for words. An admin can open each step but the first. */
function Progress({ current }: { current: number }) {
  return (
    <nav aria-label={t('Steps')}>
      <ol className="flex gap-1.5">
        {setupSteps.map(({ id, title }, index) => {
          const isDone = index < current
          const look = index === current ? 'border-accent text-ink' : isDone ? 'border-accent' : 'border-line'
          const content = (
            <>
              <span className="tabular-nums">{index + 1}.</span>
              <span className="max-sm:sr-only"> {t(title)}</span>
              {isDone && <Icon name="circle-check" className="ms-1 inline size-4 text-accent" />}
            </>
          )
          return (
            <li
              key={id}
              aria-current={index === current ? 'step' : undefined}
              className={`min-h-14 min-w-0 flex-1 border-t-4 pt-2 text-sm font-semibold text-soft ${look}`}
            >
              {current > 0 && index > 0 && index !== current ? (
                <a href={paths.setup({ step: id })} className="inline-flex min-h-11 items-start">
                  <span>{content}</span>
                </a>
              ) : (
                content
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function NoLink() {
  const title = t('Set up your site')
  return (
    <Card className="mx-auto max-w-xl p-6 sm:p-8">
      <NoIndexHead title={title} />
      <h1 className="mb-4 text-xl">{title}</h1>
      <Notice tone="warning">{t(setup.linkGone)}</Notice>
      <p className="mt-5 text-sm">
        {rich('Are you an admin already? <link>Sign in</link>', {
          link: (text) => <TextLink href={paths.signIn(paths.setup())}>{text}</TextLink>,
        })}
      </p>
    </Card>
  )
}

function End({ isTestSent }: { isTestSent: boolean }) {
  const { api } = useBackend()
  const title = t('{site} is ready', { site: useSite().settings.name })
  return (
    <Card className="mx-auto max-w-xl p-6 sm:p-8">
      <NoIndexHead title={title} />
      <h1 className="free-text text-2xl">{title}</h1>
      <p className="mt-2 mb-6 text-soft">
        {t(
          'All of this, and much more, is on your dashboard: texts, fields of ads, who can sign up, and what happens to old ads.',
        )}
      </p>
      <section className="mb-6 border-y border-dashed border-line py-5">
        <h2 className="mb-1 text-lg">{t('Do emails arrive?')}</h2>
        {isTestSent ? <TestEmailSent /> : <TestEmailForm action={paths.setupTestEmail()} />}
      </section>
      <div className="flex flex-wrap gap-3">
        <ActionForm
          action={paths.setupEnd()}
          fields={{}}
          submit={t('Open your site')}
          busy="…"
          onSubmit={async () => {
            await api.finishSetup({})
            // With a document in a language of the site.
            window.location.assign(paths.home())
          }}
        />
        <ButtonLink variant="secondary" href={paths.setup({ step: setupSteps[1].id })}>
          {t('Look at the steps again')}
        </ButtonLink>
      </div>
    </Card>
  )
}
