import { Guide } from '../guides/guide.tsx'
import { providerTopics } from '../guides/provider-topics.ts'
import { paths } from '../paths.ts'

export function Component() {
  return (
    <Guide
      title="Provider Safety Guide"
      intro="For everybody who offers a service or puts on an event. Fifteen points that keep you, your clients and your good name safe."
      topics={providerTopics}
      path={paths.providerGuide()}
      other={{ label: 'Customer Safety Guide', to: paths.customerGuide() }}
    />
  )
}
