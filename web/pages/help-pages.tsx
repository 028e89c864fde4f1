import { helpTopics } from '#contract/faq/acts.ts'
import { ChooseTopic } from '#web/features/help/write-to-help-desk/choose-topic.tsx'
import { DetailsPage } from '#web/features/help/write-to-help-desk/details-page.tsx'
import { WriteToHelpDesk } from '#web/features/help/write-to-help-desk/write-to-help-desk.tsx'
import { helpParameters } from '#web/lib/contact-address.ts'

/** What /faq shows by its query: the contact form, its topics, or what describes the device. */
export default function HelpPages({ query }: { query: URLSearchParams }) {
  if (query.has(helpParameters.details)) return <DetailsPage />
  const asked = query.get(helpParameters.contact)
  const topic = helpTopics.find(each => each === asked)
  return topic ? <WriteToHelpDesk key={topic} topic={topic} /> : <ChooseTopic />
}
