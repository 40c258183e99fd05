import type { Kind } from '../../shared/listing.ts'
import { offeredKinds } from '../../shared/offered-kinds.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { Placeholder } from '../listing/placeholder.tsx'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { UnlessSuspended, useMayPost } from '../site/suspended-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** With one kind of ads, there is nothing to choose. */
export async function loader({ settings }: AuthedLoaderContext) {
  const [kind, other] = offeredKinds(settings)
  if (kind && !other) throw new Redirect(paths.postListing(kind))
}

const invitation = 'What would you like to post? A short description, a price, and a photo or two will do.'

export function Component() {
  const mayPost = useMayPost()
  return (
    <NoIndexPage title="Post Ad" subtitle={mayPost ? invitation : undefined}>
      <UnlessSuspended>
        <ul className="grid gap-5 sm:grid-cols-2 lg:gap-6">
          <Choice
            kind="service"
            title="A service"
            text="Something you offer regularly: lessons, repairs, haircuts, dog walking."
            action="Post a service"
          />
          <Choice
            kind="event"
            title="An event"
            text="Something on a specific date: a market, a class, a concert in the yard."
            action="Post an event"
          />
        </ul>
        <p className="mt-8 max-w-[62ch] text-sm text-soft">
          People get in touch with you directly. You can edit or delete your ad at any time in{' '}
          <TextLink href={paths.myServices()}>My Services</TextLink> and{' '}
          <TextLink href={paths.myEvents()}>My Events</TextLink>.
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
