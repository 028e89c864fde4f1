import { useEffect, useState } from 'react'
import { type SectionId, sections } from './sections.ts'

/** A section is current once its top is above this fraction of the window. */
const reachedAt = 0.35

/**
 * The current section while scrolling (scroll spy).
 *
 * @returns the last one reached; at the end of the page the last of all
 */
export function useSectionInSight(): SectionId {
  const [inSight, setInSight] = useState<SectionId>(sections[0].id)

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setInSight(sectionInSight())
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [])
  return inSight
}

function sectionInSight(): SectionId {
  const { scrollHeight } = document.documentElement
  const atEnd = window.scrollY > 0 && Math.ceil(window.scrollY + window.innerHeight) >= scrollHeight
  const reached = sections.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && (atEnd || top < window.innerHeight * reachedAt)
  })
  return (reached.at(-1) ?? sections[0]).id
}
