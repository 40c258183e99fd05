import { offeredKinds } from '../../shared/offered-kinds.ts'
import { t } from '../../shared/translate.ts'
import { loadOwnProfile } from '../account/own-profile.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { visiblePhoto } from '../site/layout/account-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader(context: AuthedLoaderContext) {
  return { profile: await loadOwnProfile(context), photo: visiblePhoto(context.signedIn.photo) }
}

export function Component() {
  const { profile, photo } = useLoaderData<typeof loader>()
  const kinds = offeredKinds(useSite().settings)
  return (
    <div className="page-width py-8 md:py-14">
      <NoIndexHead title={t('Profile')} />
      <Card className="relative p-6 pt-9 sm:p-10 lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14">
        <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
        <div className="flex items-center gap-5">
          <Avatar name={profile.name || profile.email} photo={photo} size="large" />
          <h1 className="min-w-0 text-2xl">{t('Profile')}</h1>
        </div>
        <dl className="mt-7 divide-y divide-line border-y border-line lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0">
          <ProfileField name={t('Name')} value={profile.name} />
          <ProfileField name={t('Email')} value={profile.email} />
          <ProfileField name={t('Phone')} value={profile.phone} />
          <ProfileField name={t('Address')} value={profile.address} />
          <ProfileField name={t('Bio')} value={profile.bio} />
        </dl>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={paths.updateProfile()}>{t('Update Profile')}</ButtonLink>
          {kinds.map((kind) => (
            <ButtonLink key={kind} variant="secondary" href={paths.ownListings(kind)}>
              {kind === 'service' ? t('My Services') : t('My Events')}
            </ButtonLink>
          ))}
        </div>
        <p className="mt-6 text-sm text-soft">
          {rich('Password, devices, and your data are under <link>Your account</link>.', {
            link: (text) => <TextLink href={paths.account()}>{text}</TextLink>,
          })}
        </p>
      </Card>
    </div>
  )
}

function ProfileField({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-x-6 py-3.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-sm text-soft sm:pt-0.5">{name}</dt>
      <dd className="whitespace-pre-line">
        {value || (
          <TextLink href={paths.updateProfile()}>
            {rich(
              'Add<hidden> {field}</hidden>',
              { hidden: (text) => <span className="sr-only">{text}</span> },
              { field: name.toLowerCase() },
            )}
          </TextLink>
        )}
      </dd>
    </div>
  )
}
