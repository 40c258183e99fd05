import type { Kind } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { AuthorForm } from '../messages/author-form.tsx'
import { nameOf } from '../messages/conversation-list.tsx'
import { paths } from '../paths.ts'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params, query }: LoaderContext, kind: Kind) {
  const id = params.id ?? ''
  const form = await api.getMessageForm({ params: { id } })
  if (form.kind !== kind) throw notFoundResponse()
  return { id, form, wasSent: query.get('done') === 'sent' }
}

/** The form for a message about an ad. It is a page of its own, so that ads load none of it. */
export function Component({ kind }: { kind: Kind }) {
  const { id, form, wasSent } = useLoaderData<typeof loader>()
  const signedIn = useCurrentUser() !== null
  return (
    <AccountSheet
      title={t('Message {name}', { name: nameOf(form.recipient) })}
      intro={
        <span dir="auto" className="free-text block">
          {rich(
            'About <link>{title}</link>',
            { link: (text) => <TextLink href={paths.listing(kind, id)}>{text}</TextLink> },
            { title: form.title },
          )}
        </span>
      }
      wide
    >
      {form.conversation && (
        <p className="mb-5">
          {t('You already wrote about this ad.')}{' '}
          <TextLink href={paths.conversation(form.conversation)}>{t('Open the conversation')}</TextLink>
        </p>
      )}
      <AuthorForm id={id} form={form} wasSent={wasSent} />
      {!signedIn && (
        <p className="mt-6 border-t border-dashed border-line pt-5 text-sm text-soft">
          {rich(
            '<link>Sign in</link> to keep your messages in one place and to see when you get an answer.',
            {
              link: (text) => <TextLink href={paths.signIn(paths.messageAuthor(kind, id))}>{text}</TextLink>,
            },
          )}
        </p>
      )}
    </AccountSheet>
  )
}
