import { t } from '../../shared/translate.ts'
import { AccountSection, NeedsScripts } from '../account/account-layout.tsx'
import { ChangeEmail, ChangePassword, SetPassword } from '../account/credentials.tsx'
import { DeleteAccount } from '../account/delete-account.tsx'
import { DisplayForm } from '../account/display-form.tsx'
import { EmailTopics } from '../account/email-topics.tsx'
import { SellerSettingsForm } from '../account/seller-settings.tsx'
import { Sessions } from '../account/sessions.tsx'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { defer, LazySection } from '../framework/sections/deferred.tsx'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** Only sites with several languages show it, and it works without its code. */
const languageField = defer(async () => (await import('../account/language-field.tsx')).LanguageField)

export async function loader({ api, query, signedIn, settings }: AuthedLoaderContext) {
  const [account, { wanted }, seller] = await Promise.all([
    api.getAccount({}),
    api.getWantedEmails({}),
    api.getSellerSettings({}),
    settings.languages.length > 1 ? languageField.preload() : null,
  ])
  return { ...account, isInTeam: signedIn.role !== null, seller, wanted, done: query.get('done') }
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  const { email, name, photo, hasPassword, providers, sessions, seller, done, ...emails } = data
  const { slug, settings } = useSite()
  return (
    <div className="page-width py-6 md:py-8">
      <NoIndexHead title={t('Your account')} />
      <Breadcrumb crumbs={[{ label: t('Profile'), to: paths.profile() }, { label: t('Your account') }]} />
      <PageHeading title={t('Your account')} subtitle={t('Your public page, sign-in, emails, and data.')} />
      <NeedsScripts />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <AccountSection title={t('Name and photo')}>
          <DisplayForm name={name} email={email} photo={photo} />
        </AccountSection>
        <AccountSection title={t('Public page')}>
          <SellerSettingsForm settings={seller} />
        </AccountSection>
        <AccountSection title={t('Devices')}>
          <Sessions sessions={sessions} />
        </AccountSection>
        <AccountSection title={t('Password')} id="password">
          {hasPassword ? <ChangePassword /> : <SetPassword email={email} />}
          {providers.length > 0 && (
            <p className="mt-5 text-sm text-soft">
              <OtherWays providers={providers} />
            </p>
          )}
        </AccountSection>
        <AccountSection title={t('Email address')}>
          <ChangeEmail email={email} />
        </AccountSection>
        <AccountSection title={t('Emails')} id="emails">
          <EmailTopics isInTeam={emails.isInTeam} wanted={emails.wanted} isSaved={done === 'emails'} />
        </AccountSection>
        {settings.languages.length > 1 && (
          <AccountSection title={t('Language')}>
            <LazySection section={languageField} props={{ isSaved: done === 'language' }} />
          </AccountSection>
        )}
        <AccountSection title={t('Decisions')}>
          <p className="text-soft">
            {t('What we decided about your ads and your account, why, and how to appeal.')}
          </p>
          <ButtonLink variant="secondary" className="mt-4" href={paths.decisions()}>
            {t('See decisions')}
          </ButtonLink>
        </AccountSection>
        <AccountSection title={t('Your data')}>
          <p className="text-soft">{t('Download everything we store about you (JSON).')}</p>
          <ButtonLink
            variant="secondary"
            className="mt-4"
            href={paths.accountData()}
            download={`${slug}-account.json`}
          >
            {t('Download my data')}
          </ButtonLink>
        </AccountSection>
        <AccountSection title={t('Delete account')}>
          <DeleteAccount email={email} />
        </AccountSection>
      </div>
    </div>
  )
}

/** The providers that are linked to the account: Google, that of the operator, or both. */
function OtherWays({ providers: [first = '', second] }: { providers: string[] }) {
  return second
    ? t('You can also sign in with {first} and {second}.', { first, second })
    : t('You can also sign in with {provider}.', { provider: first })
}
