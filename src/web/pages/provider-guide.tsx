import { paths } from '../paths.ts'
import { Guide } from '../site/guides/guide.tsx'
import { providerTopics } from '../site/guides/provider-topics.ts'

export function Component() {
  return (
    <Guide
      title="Provider Safety Guide"
      intro="For anyone who offers a service or hosts an event. Fifteen ways to protect yourself, your clients, and your good name."
      topics={providerTopics}
      path={paths.providerGuide()}
      other={{ label: 'Customer Safety Guide', to: paths.customerGuide() }}
    />
  )
}
