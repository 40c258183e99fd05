import { NoIndex } from '../accounts/account-sheet.tsx'
import { paths } from '../paths.ts'
import { PageTitle } from '../site.tsx'
import { SideTabs } from '../ui/side-tabs.tsx'
import { Admins } from './admins.tsx'
import { Cases } from './cases.tsx'
import type { Shown } from './load.ts'
import { Log } from './log.tsx'
import { ManagedListings } from './managed-listings.tsx'
import { Messages } from './messages.tsx'
import { OverviewScreen } from './overview.tsx'
import { tabs } from './tabs.ts'
import { Users } from './users.tsx'

const sideTabs = tabs.map(({ id, label }) => ({ id, label, to: paths.admin({ tab: id }) }))

export function Dashboard({ shown }: { shown: Shown }) {
  const title = tabs.find(({ id }) => id === shown.tab)?.label ?? 'Dashboard'
  return (
    <div className="page-width py-5 md:py-8">
      <PageTitle>{title}</PageTitle>
      <NoIndex />
      <SideTabs
        label="Dashboard"
        tabs={sideTabs}
        selected={shown.tab}
        before={<OverviewLink current={shown.tab === null} />}
      >
        <h1 className="mb-4 text-xl">{title}</h1>
        <Tab shown={shown} />
      </SideTabs>
    </div>
  )
}

/** Where one sees what waits. */
function OverviewLink({ current }: { current: boolean }) {
  return (
    <a
      href={paths.admin()}
      aria-current={current ? 'page' : undefined}
      className="side-tab font-display font-bold text-ink! lg:mb-1.5 lg:flex"
    >
      Dashboard
    </a>
  )
}

/** A list that another tab shows is another one: what was typed or ticked in this one does not go along. */
function Tab({ shown }: { shown: Shown }) {
  switch (shown.tab) {
    case null:
      return <OverviewScreen overview={shown.overview} />
    case 'users':
      return <Users shown={shown} />
    case 'admins':
      return <Admins shown={shown} />
    case 'services':
    case 'events':
      return <ManagedListings key={shown.tab} shown={shown} />
    case 'reported-services':
    case 'reported-events':
      return <Cases key={shown.tab} shown={shown} />
    case 'messages':
      return <Messages shown={shown} />
    case 'log':
      return <Log shown={shown} />
  }
}
