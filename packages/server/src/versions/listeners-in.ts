import { parseCharter } from '@charter/charter'
import { styles } from '@charter/styles'

/** The styles of a charter that are served on listeners of their own. */
export const listenersIn = (text: string): readonly string[] => {
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  const beside = styles.filter(({ listener }) => listener !== 'http').map(({ name }) => name as string)
  return beside.filter((name) => charter?.serves.includes(name))
}
