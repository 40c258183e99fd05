import type { Statement } from '../../shared/contract/statements.ts'
import { formatInstantDay } from '../../shared/format.ts'
import { maxAppealLength } from '../../shared/limits.ts'
import { appeals } from '../../shared/messages/forms.ts'
import { type AppealOutcome, decidedText, endedTitles, statementTitles } from '../../shared/statements.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

type StatementItemProps = {
  statement: Statement
  /** It was just appealed without scripts. */
  isAppealed: boolean
}

/** One decision about the person's ad or account: what, why, by whom, and what they can do. */
export function StatementItem({ statement, isAppealed }: StatementItemProps) {
  const { timeZone } = useSite().settings
  const { id, kind, title, rule, ended, ends, listing, appealUntil, appeal } = statement
  const isOver = ended !== null
  return (
    <Card className="p-6 sm:p-8">
      <section id={id} className="scroll-mt-24 space-y-3" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} dir="auto" className="free-text text-lg">
          {t((isOver ? endedTitles : statementTitles)[kind], { title })}
        </h2>
        {rule && <p className="free-text">{t('Reason: {reason}', { reason: rule })}</p>}
        <p className="text-soft">{decidedText({ ...statement, ends: isOver ? null : ends }, timeZone)}</p>
        {isOver && (
          <p>{t('It no longer applies since {day}.', { day: formatInstantDay(ended, timeZone) })}</p>
        )}
        {listing && !isOver && (
          <p className="flex flex-wrap gap-x-4">
            <TextLink href={paths.listing(listing.kind, listing.id)}>{t('See the ad')}</TextLink>
            <TextLink href={paths.editListing(listing.kind, listing.id)}>{t('Edit the ad')}</TextLink>
          </p>
        )}
        <div role="status" className="empty:hidden">
          {isAppealed && appeal && !appeal.decided && <Notice tone="success">{t(appeals.sent)}</Notice>}
        </div>
        {appeal && <Appealed appeal={appeal} />}
        {appealUntil && <AppealForm id={id} until={formatInstantDay(appealUntil, timeZone)} />}
      </section>
    </Card>
  )
}

const outcomes: Record<AppealOutcome, Message> = {
  upheld: msg('We looked at it again on {day}. The decision stands.'),
  reversed: msg('We looked at it again on {day}, and reversed the decision.'),
}

function Appealed({ appeal }: { appeal: NonNullable<Statement['appeal']> }) {
  const { timeZone } = useSite().settings
  const { text, created, decided, outcome, reason } = appeal
  return (
    <div className="space-y-2 border-s-4 border-line ps-4">
      <p className="font-semibold">
        {t('You appealed on {day}', { day: formatInstantDay(created, timeZone) })}
      </p>
      <p dir="auto" className="free-text [text-align:match-parent] whitespace-pre-line">
        {text}
      </p>
      <p className="font-semibold">
        {decided && outcome
          ? t(outcomes[outcome], { day: formatInstantDay(decided, timeZone) })
          : t('A moderator will look at it again, and we’ll email you what they decide.')}
      </p>
      {reason && <p className="free-text">{t('From our moderators: {reason}', { reason })}</p>}
    </div>
  )
}

const validateAppeal = validateBy(
  async () => (await import('../../shared/contract/statements.ts')).AppealSchema,
)

/** Works without scripts. */
function AppealForm({ id, until }: { id: string; until: string }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  return (
    <Disclosure
      summary={<span className="font-semibold">{t('Appeal this decision')}</span>}
      className="rounded-md border border-line px-4"
    >
      <Form
        className="space-y-4 pb-4"
        action={paths.decision(id)}
        validate={validateAppeal}
        onSubmit={async (body) => {
          await api.appeal({ params: { id }, body })
          await revalidate()
        }}
      >
        <TextAreaField
          label={t('Why is the decision wrong?')}
          name="text"
          maxLength={maxAppealLength}
          limit={{ max: maxAppealLength }}
          hint={t(
            'You can appeal once, until {day}. If possible, someone else than the moderator who decided looks at it.',
            { day: until },
          )}
        />
        <SubmitButton busy={t('Sending…')} worksPlain>
          {t('Send the appeal')}
        </SubmitButton>
      </Form>
    </Disclosure>
  )
}
