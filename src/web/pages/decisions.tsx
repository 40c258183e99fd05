import { t } from '../../shared/translate.ts'
import { StatementItem } from '../account/statement-item.tsx'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, query }: AuthedLoaderContext) {
  return { ...(await api.listStatements({})), done: query.get('done') }
}

/** What the site decided about someone's ads and account. Suspended people can read it, too. */
export function Component() {
  const { statements, done } = useLoaderData<typeof loader>()
  return (
    <div className="page-width py-6 md:py-8">
      <NoIndexHead title={t('Decisions')} />
      <Breadcrumb
        crumbs={[
          { label: t('Profile'), to: paths.profile() },
          { label: t('Your account'), to: paths.account() },
          { label: t('Decisions') },
        ]}
      />
      <PageHeading
        title={t('Decisions')}
        subtitle={t('What we decided about your ads and your account, why, and how to appeal.')}
      />
      <div className="max-w-3xl space-y-5">
        {statements.length === 0 && <p>{t('There are none. Nothing of yours was hidden or removed.')}</p>}
        {statements.map((statement) => (
          <StatementItem key={statement.id} statement={statement} isAppealed={done === statement.id} />
        ))}
        <p className="text-sm text-soft">
          {rich('How often we decide what is in our <link>moderation figures</link>.', {
            link: (text) => <TextLink href={paths.transparency()}>{text}</TextLink>,
          })}
        </p>
      </div>
    </div>
  )
}
