import { paths } from '../paths.ts'
import { customerTopics } from '../site/guides/customer-topics.ts'
import { Guide } from '../site/guides/guide.tsx'

export function Component() {
  return (
    <Guide
      title="Customer Safety Guide"
      intro="For anyone who books a service, buys a ticket, or lets someone into their home. Almost everyone here is just a neighbor. These ten habits are for the rare day when someone isn’t."
      topics={customerTopics}
      path={paths.customerGuide()}
      other={{ label: 'Provider Safety Guide', to: paths.providerGuide() }}
    />
  )
}
