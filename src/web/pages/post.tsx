import type { Kind } from '../../shared/listing.ts'
import { offeredKinds } from '../../shared/offered-kinds.ts'
import { t } from '../../shared/translate.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { Placeholder } from '../listing/placeholder.tsx'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { UnlessSuspended, useMayPost } from '../site/suspended-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** With one kind of ads, there is nothing to choose. */
export async function loader({ settings }: AuthedLoaderContext) {
  const [kind, other] = offeredKinds(settings)
  if (kind && !other) throw new Redirect(paths.postListing(kind))
}

export function Component() {
  const mayPost = useMayPost()
  return (
    <NoIndexPage
      title={t('Post Ad')}
      subtitle={
        mayPost
          ? t('What would you like to post? A short description, a price, and a photo or two will do.')
          : undefined
      }
    >
      <UnlessSuspended>
        <ul className="grid gap-5 sm:grid-cols-2 lg:gap-6">
          <Choice
            kind="service"
            title={t('A service')}
            text={t('Something you offer regularly: lessons, repairs, haircuts, dog walking.')}
            action={t('Post a service')}
          />
          <Choice
            kind="event"
            title={t('An event')}
            text={t('Something on a specific date: a market, a class, a concert in the yard.')}
            action={t('Post an event')}
          />
        </ul>
        <p className="mt-8 max-w-[62ch] text-sm text-soft">
          {rich(
            'People get in touch with you directly. You can edit or delete your ad at any time in <services>My Services</services> and <events>My Events</events>.',
            {
              services: (text) => <TextLink href={paths.myServices()}>{text}</TextLink>,
              events: (text) => <TextLink href={paths.myEvents()}>{text}</TextLink>,
            },
          )}
        </p>
      </UnlessSuspended>
    </NoIndexPage>
  )
}

type ChoiceProps = { kind: Kind; title: string; text: string; action: string }

function Choice({ kind, title, text, action }: ChoiceProps) {
  return (
    <li>
      <Card className="flex h-full flex-col overflow-hidden lg:flex-row">
        <div className="aspect-[5/3] overflow-hidden lg:aspect-auto lg:w-2/5">
          <Placeholder kind={kind} />
        </div>
        <div className="flex flex-1 flex-col items-start p-6">
          <h2 className="text-xl">{title}</h2>
          <p className="mt-2 mb-6 text-soft">{text}</p>
          <ButtonLink href={paths.postListing(kind)} className="mt-auto">
            {action}
          </ButtonLink>
        </div>
      </Card>
    </li>
  )
}
