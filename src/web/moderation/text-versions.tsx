/** The versions of a text with what each has changed, and the improved one that came with an update of the program. */
import type { DiffLines, EditedText } from '../../shared/contract/texts.ts'
import { msg, t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Timestamp } from './rows.tsx'
import { undoOf, useAdminAction } from './use-admin-action.ts'

type Props = { text: EditedText }

/** Returns what runs a call that changes the text, and offers to undo it. */
function useChange(text: EditedText) {
  const { api } = useBackend()
  const run = useAdminAction()
  const navigate = useNavigate()
  const params = { id: text.key }
  const { version } = text
  const perform = (call: () => ReturnType<typeof api.restoreText>, onNextPage = false) =>
    run(async () => {
      const { message, auditEntryId } = await call()
      if (onNextPage) await navigate(paths.admin({ tab: 'texts' }))
      return { message, undo: undoOf(api, auditEntryId) }
    })
  return {
    restore: (restored: number) =>
      perform(
        () => api.restoreText({ params, body: { version, restored } }),
        restored === 0 && text.placement !== null,
      ),
    keep: () => perform(() => api.keepText({ params, body: { version } })),
  }
}

export function TextUpdate({ text, diff }: Props & { diff: DiffLines }) {
  const { restore, keep } = useChange(text)
  const action = `${paths.adminTexts()}/${text.key}`
  const version = String(text.version)
  return (
    <section
      aria-labelledby="update-heading"
      className="mb-6 rounded-lg border border-warning bg-warning-wash p-4 sm:p-6"
    >
      <h3 id="update-heading" className="text-base">
        {t('A new version of this text came with an update')}
      </h3>
      <p className="mt-1 mb-4 text-sm">
        {t('You have changed this text, so the site shows yours. This is how the new one differs from it:')}
      </p>
      <Diff lines={diff} />
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionForm
          action={`${action}/version`}
          fields={{ version, restored: '0' }}
          submit={t('Use the new version')}
          busy="…"
          onSubmit={() => restore(0)}
        />
        <ActionForm
          action={`${action}/kept`}
          fields={{ version }}
          submit={t('Keep mine')}
          busy="…"
          variant="secondary"
          onSubmit={keep}
        />
      </div>
    </section>
  )
}

const kinds = {
  text: msg('Version {number}'),
  default: msg('Version {number} (the site’s own text)'),
  removed: msg('Version {number} (removed)'),
}

export function TextVersions({ text }: Props) {
  const { key, version, versions, shown, placement } = text
  const { restore } = useChange(text)
  const action = `${paths.adminTexts()}/${key}/version`
  const isChanged = versions[0]?.kind === 'text'
  if (versions.length === 0) return null
  return (
    <Card className="mt-6 p-4 sm:p-6">
      <h3 className="mb-3 text-base">{t('Versions')}</h3>
      <ol className="divide-y divide-line">
        {versions.map((each) => (
          <li key={each.version} className="py-2">
            <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
              <p>
                {t(kinds[each.kind], { number: each.version })}, <Timestamp at={each.changedAt} />
              </p>
              <div className="flex flex-wrap items-center gap-3">
                <TextLink href={paths.admin({ tab: 'texts', text: key, version: each.version })}>
                  {rich(
                    'Show changes<hidden> of version {number}</hidden>',
                    { hidden: (text) => <span className="sr-only">{text}</span> },
                    { number: each.version },
                  )}
                </TextLink>
                {each.version !== version && each.kind === 'text' && (
                  <ActionForm
                    action={action}
                    fields={{ version: String(version), restored: String(each.version) }}
                    submit={t('Restore')}
                    label={t('Restore version {number}', { number: each.version })}
                    busy="…"
                    variant="secondary"
                    onSubmit={() => restore(each.version)}
                  />
                )}
              </div>
            </div>
            {shown?.version === each.version && (
              <div className="mt-2">
                <Diff lines={shown.diff} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {isChanged && (
        <ActionForm
          className="mt-4"
          action={action}
          fields={{ version: String(version), restored: '0' }}
          submit={placement ? t('Remove this page') : t('Use the site’s own text')}
          busy="…"
          variant={placement ? 'danger-outline' : 'secondary'}
          onSubmit={() => restore(0)}
        />
      )}
    </Card>
  )
}

const colors = { '+': 'bg-success-wash', '-': 'bg-danger-wash', ' ': '', '…': 'text-soft' }
const words = { '+': msg('Added:'), '-': msg('Removed:') }

/** Lines that were removed and added. */
function Diff({ lines }: { lines: DiffLines }) {
  if (lines.length === 0) return <p className="text-sm text-soft">{t('Nothing in the text.')}</p>
  return (
    <div className="free-text rounded-md border border-line bg-surface text-sm">
      {lines.map(({ sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines can repeat, and never move
        <p key={index} className={`flex gap-2 px-3 py-0.5 ${colors[sign]}`}>
          <span aria-hidden className="w-3 shrink-0 font-semibold">
            {sign}
          </span>
          {(sign === '+' || sign === '-') && <span className="sr-only">{t(words[sign])} </span>}
          <span className="min-w-0">{text}</span>
        </p>
      ))}
    </div>
  )
}
