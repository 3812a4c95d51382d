import { listenerPlaces } from '@charter/charter'
import { styles } from '@charter/styles'

/** Where styles listen that have a port of their own, by their names. */
export const listeners: ReturnType<typeof listenerPlaces> = listenerPlaces(styles)

/** What the variables begin with that styles read. */
export const stylePrefixes: readonly string[] = styles.flatMap(({ environment }) => environment ?? [])
