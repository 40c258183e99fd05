/** The settings of the site, one form for each group. They work without scripts, too. */
import { type ReactNode, useRef } from 'react'
import type { SettingForAdmin } from '../../shared/contract/settings.ts'
import { readSettingsForm } from '../../shared/settings/read.ts'
import { settingGroups, settingOf } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Form, FormFailure, SubmitButton, type Values } from '../ui/forms/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyList, Search } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { LookPreview } from './look-preview.tsx'
import { SavedNotice } from './row-actions.tsx'
import { SettingInput, textOf } from './setting-input.tsx'
import { TestEmailForm, TestEmailSent } from './test-email.tsx'
import { undoEntries, useAdminAction } from './use-admin-action.ts'

export function Settings({ data }: { data: TabData<'settings'> }) {
  const { view, settings } = data
  const groups = Map.groupBy(settings, ({ key }) => settingOf(key).group)
  return (
    <>
      <Search view={view} searchPlaceholder={t('Name, time zone, or SITE_NAME')} />
      <p role="status" className="mt-4 mb-3 text-sm font-semibold">
        {t('{count, plural, one {# setting} other {# settings}}', { count: settings.length })}
      </p>
      {groups.size > 1 && (
        <nav aria-label={t('Groups of settings')} className="mb-5">
          <ul className="flex flex-wrap gap-2">
            {[...groups.keys()].map((group) => (
              <li key={group}>
                <a
                  href={`#${group}`}
                  className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm hover:border-edge hover:bg-sunken"
                >
                  {t(settingGroups[group])}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="space-y-6">
        <SavedNotice view={view} />
        {view.status === 'test-sent' && <TestEmailSent />}
        {view.invitation && <Invitation token={view.invitation} />}
        {settings.map(
          ({ key, problem }) =>
            problem && (
              <Notice key={key} tone="warning">
                {problem}
              </Notice>
            ),
        )}
        {[...groups].map(([group, members]) => (
          <Group key={group} id={group} title={t(settingGroups[group])} settings={members}>
            {group === 'email' && (
              <div className="mt-6 border-t border-dashed border-line pt-5">
                <TestEmailForm action={paths.adminTestEmail()} />
              </div>
            )}
            {group === 'people' && <InvitationForm />}
          </Group>
        ))}
        {settings.length === 0 && (
          <EmptyList view={view} empty={{ title: t('No settings'), hint: t('Try another search.') }} />
        )}
      </div>
    </>
  )
}

/** The home page has many texts, which are short: a banner and its picture share a row. */
const isWide = ({ key }: SettingForAdmin): boolean => {
  const { group, type } = settingOf(key)
  const { type: control, parts } = type.control
  if (group === 'home') return key === 'homeSections'
  return ['long-text', 'css', 'file'].includes(control) || parts.length > 0
}

type GroupProps = { id: string; title: string; settings: SettingForAdmin[]; children: ReactNode }

function Group({ id, title, settings, children }: GroupProps) {
  const { api } = useBackend()
  const run = useAdminAction()
  const form = useRef<HTMLFormElement>(null)
  const hasFiles = settings.some(({ key }) => settingOf(key).type.control.file)

  async function save(texts: Values) {
    const { message, auditEntryIds } = await api.changeSettings({ body: readSettingsForm(texts) })
    const undo = auditEntryIds.length > 0 ? () => undoEntries(api, auditEntryIds) : undefined
    await run(async () => ({ message, undo }))
  }

  return (
    <Card className="p-4 sm:p-6">
      <h2 id={id} className="mb-4 scroll-mt-24 text-lg">
        {title}
      </h2>
      <Form
        ref={form}
        action={hasFiles ? paths.adminFiles() : paths.adminSettings()}
        encType={hasFiles ? 'multipart/form-data' : undefined}
        onSubmit={save}
      >
        <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2">
          {settings.map((setting) => (
            <div key={`${setting.key} ${textOf(setting)}`} className={isWide(setting) ? 'lg:col-span-2' : ''}>
              <SettingInput setting={setting} />
            </div>
          ))}
        </div>
        <FormFailure />
        {id === 'look' && <LookPreview form={form} />}
        {settings.some(({ lockedBy }) => lockedBy === null) && (
          <SubmitButton busy={t('Saving…')} worksPlain label={t('Save: {group}', { group: title })}>
            {t('Save')}
          </SubmitButton>
        )}
      </Form>
      {children}
    </Card>
  )
}

/** Creates a link with which people can sign up while that needs an invitation. */
function InvitationForm() {
  const { api } = useBackend()
  const navigate = useNavigate()
  const create = async () => {
    const { token } = await api.createInvitation({})
    await navigate(paths.admin({ tab: 'settings', invitation: token }))
  }
  return (
    <div className="mt-6 border-t border-dashed border-line pt-5">
      <ActionForm
        action={paths.adminInvitations()}
        fields={{}}
        submit={t('Create an invitation')}
        busy="…"
        variant="secondary"
        onSubmit={create}
      >
        <p className="mb-3 text-sm text-soft">
          {t('A link with which people can sign up for two weeks while sign-up needs an invitation.')}
        </p>
      </ActionForm>
    </div>
  )
}

function Invitation({ token }: { token: string }) {
  const { origin } = useSite()
  return (
    <div role="status">
      <Notice tone="success">
        {t('Everyone with this link can sign up for two weeks:')}{' '}
        <span className="[overflow-wrap:anywhere] select-all">{origin + paths.invitation(token)}</span>
      </Notice>
    </div>
  )
}
