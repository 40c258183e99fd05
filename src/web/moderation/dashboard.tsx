import { t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { AdminListings } from './admin-listings.tsx'
import { Admins } from './admins.tsx'
import { Categories } from './categories.tsx'
import { tabs, waitingIn } from './dashboard-url.ts'
import { Fields } from './fields.tsx'
import type { DashboardData } from './load.ts'
import { Log } from './log.tsx'
import { Messages } from './messages.tsx'
import { OverviewScreen } from './overview.tsx'
import { Places } from './places.tsx'
import { Queue } from './queue.tsx'
import { Settings } from './settings.tsx'
import { SideTabs } from './side-tabs.tsx'
import { Texts } from './texts.tsx'
import { Users } from './users.tsx'

export function Dashboard({ data }: { data: DashboardData }) {
  const tab = tabs.find(({ id }) => id === data.tab)
  const title = tab ? t(tab.label) : t('Dashboard')
  return (
    <div className="page-width py-5 md:py-8">
      <NoIndexHead title={title} />
      <SideTabs
        selected={data.tab}
        waiting={waitingIn(data.waiting)}
        before={<OverviewLink current={data.tab === null} />}
      >
        <h1 className="mb-4 text-xl">{title}</h1>
        <TabContent data={data} />
      </SideTabs>
    </div>
  )
}

function OverviewLink({ current }: { current: boolean }) {
  return (
    <a
      href={paths.admin()}
      aria-current={current ? 'page' : undefined}
      className="side-tab font-display font-bold text-ink! lg:mb-1.5 lg:flex"
    >
      {t('Dashboard')}
    </a>
  )
}

/** The keys reset what was typed and selected when two tabs use the same component. */
function TabContent({ data }: { data: DashboardData }) {
  switch (data.tab) {
    case null:
      return <OverviewScreen overview={data.overview} />
    case 'queue':
      return <Queue key={data.view.status} data={data} />
    case 'users':
      return <Users data={data} />
    case 'admins':
      return <Admins data={data} />
    case 'services':
    case 'events':
      return <AdminListings key={data.tab} data={data} />
    case 'messages':
      return <Messages data={data} />
    case 'fields':
      return <Fields key={data.view.field} data={data} />
    case 'categories':
      return <Categories key={data.view.field} data={data} />
    case 'places':
      return <Places key={data.view.field} data={data} />
    case 'settings':
      return <Settings data={data} />
    case 'texts':
      return <Texts data={data} />
    case 'log':
      return <Log data={data} />
  }
}
