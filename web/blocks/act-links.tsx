import { type ActName, acts } from '#contract/faq/acts.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Links to acts that readers do by themselves. */
export function ActLinks({ names }: { names: readonly ActName[] }) {
  const t = useT()
  return (
    <ul role="list">
      {names.map(name => (
        <li key={name}>
          <TextLink standalone href={acts[name].path}>
            {t(`faq.act.${name}.button`)}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
