import { listenerPlaces, parseCharter } from '@charter/charter'
import { styles } from '@charter/styles'

/** The styles of a charter that are served on listeners of their own, each with the variable that says its port. */
export const listenersIn = (text: string): Readonly<Record<string, string>> => {
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  return Object.fromEntries(
    Object.entries(listenerPlaces(styles)).flatMap(([name, { portVariable }]) =>
      charter?.serves.includes(name) ? [[name, portVariable]] : [],
    ),
  )
}
