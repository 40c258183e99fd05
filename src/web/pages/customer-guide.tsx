import { customerTopics } from '../guides/customer-topics.ts'
import { Guide } from '../guides/guide.tsx'
import { paths } from '../paths.ts'

export function Component() {
  return (
    <Guide
      title="Customer Safety Guide"
      intro="For everybody who books a service, buys a ticket or lets somebody into their home. Nearly everyone here is just a neighbour; these ten habits are for the rare day when somebody is not."
      topics={customerTopics}
      path={paths.customerGuide()}
      other={{ label: 'Provider Safety Guide', to: paths.providerGuide() }}
    />
  )
}
