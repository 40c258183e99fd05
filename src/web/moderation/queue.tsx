import { useState } from 'react'
import { caseActionOf, caseDecisions, countCases } from '../../shared/case-sources.ts'
import { decisionOf, isDecision } from '../../shared/decisions.ts'
import type { Case, CasePerson } from '../../shared/moderation.ts'
import { isAdmin } from '../../shared/policy.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { rich } from '../ui/rich.tsx'
import { sortOptions, statusOptions } from './dashboard-url.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { type Decisions, SkippedNotice, useDecisions } from './decisions.tsx'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { CaseRow } from './queue-case.tsx'
import { QueueKeys } from './queue-keys.tsx'
import { RemovalReasons } from './removal-reasons.tsx'
import { SuspendDialog } from './users.tsx'

/** Everything that waits for an admin, decided one by one or many together. */
export function Queue({ data }: { data: TabData<'queue'> }) {
  const { view, source, cases, reasons, total, next } = data
  const decisions = useDecisions(true)
  const selection = useSelection(cases)
  const [suspending, setSuspending] = useState<CasePerson | null>(null)
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder={t('Title, text, or email')}
        statuses={statusOptions.queue}
        sorts={sortOptions.queue}
        summary={countCases(total, source)}
        empty={{
          title: t('All clear'),
          hint: t('What people report and what the site holds back appears here.'),
        }}
        notice={
          <>
            <FormNotice done={view.done} />
            <SkippedNotice skipped={decisions.skipped} onClose={decisions.dismissSkipped} />
          </>
        }
        toolbar={<SelectionBar selection={selection} decisions={decisions} />}
        label={t('Cases')}
        ids={cases.map(({ id }) => id)}
        foot={
          (next || view.after) && (
            <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap justify-center gap-3">
              {view.after && (
                <ButtonLink variant="secondary" href={paths.admin({ ...view, after: '' })}>
                  {t('Back to the start')}
                </ButtonLink>
              )}
              {next && (
                <ButtonLink variant="secondary" rel="next" href={paths.admin({ ...view, after: next })}>
                  {t('Next cases')}
                </ButtonLink>
              )}
            </nav>
          )
        }
      >
        {cases.map((item) => (
          <CaseRow
            key={item.id}
            item={item}
            loadedAt={data.at}
            filter={view.status}
            decisions={decisions}
            selected={selection.has(item.id)}
            onSelect={() => selection.toggle(item.id)}
            onSuspend={setSuspending}
          />
        ))}
      </ListScreen>
      {isAdmin(useCurrentUser()) && <RemovalReasons reasons={reasons} />}
      <DecisionDialog decisions={decisions} reasons={reasons} />
      {suspending && (
        <SuspendDialog user={suspending} run={decisions.run} onClose={() => setSuspending(null)} />
      )}
    </>
  )
}

/** Follows a form without scripts. */
const FormNotice = ({ done }: { done: string | undefined }) =>
  done && (
    <div role="status" className="mb-3">
      {done === 'skipped' ? (
        <Notice tone="warning">{t('Nothing changed: another admin had already decided this.')}</Notice>
      ) : (
        <Notice tone="success">{t('Done. You can undo most decisions in the log.')}</Notice>
      )}
    </div>
  )

type Selection = ReturnType<typeof useSelection>

/** The checked rows of the page. A row that leaves the page is no longer selected. */
function useSelection(cases: readonly Case[]) {
  const [checkedIds, setCheckedIds] = useState<readonly string[]>([])
  const selected = cases.filter(({ id }) => checkedIds.includes(id))
  const all = selected.length === cases.length && cases.length > 0
  return {
    selected,
    all,
    has: (id: string) => checkedIds.includes(id),
    toggle: (id: string) =>
      setCheckedIds((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    toggleAll: () => setCheckedIds(all ? [] : cases.map(({ id }) => id)),
  }
}

/** Selects every row of the page, and offers what can be decided about all selected ones. */
function SelectionBar({ selection, decisions }: { selection: Selection; decisions: Decisions }) {
  const { selected, all, toggleAll } = selection
  const [first] = selected
  const isMixed = selected.some(({ source }) => source !== first?.source)
  const common = caseDecisions.filter((name) => selected.every((each) => each.decisions.includes(name)))
  return (
    <div
      className={`needs-script z-20 mb-3 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-1.5 shadow-sheet sm:px-5 ${first ? 'sticky top-18' : ''}`}
    >
      <label className="me-auto flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5.5"
          checked={all}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = Boolean(first) && !all
          }}
          onChange={toggleAll}
        />
        <span>
          {rich('Select all<rest> on this page</rest>', {
            rest: (text) => <span className="max-sm:sr-only">{text}</span>,
          })}
        </span>
      </label>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {first &&
          t('{count, plural, one {# case selected} other {# cases selected}}', { count: selected.length })}
      </p>
      {first && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('Selected cases')}</legend>
          {common.map((name) => {
            const action = caseActionOf(first.source, name)
            return (
              <Button
                key={name}
                variant={action?.danger ? 'danger-outline' : 'secondary'}
                className="px-4!"
                onClick={() => decisions.start(name, selected)}
              >
                {isMixed && isDecision(name) ? t(decisionOf(name).label) : action && t(action.label)}
              </Button>
            )
          })}
        </fieldset>
      )}
      <QueueKeys />
    </div>
  )
}
