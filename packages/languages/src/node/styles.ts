import type { GenerateInput, ListenerPlace } from '@charter/charter'
import { carriedStyle } from './carried-style.ts'
import { styles } from './registry.gen.ts'
import type { ServedStyle } from './served-style.ts'
import type { NodeStyle } from './style.ts'

/** The styles that a service speaks, in the order of its charter: by a folder beside this file, or by what the style carries. */
export const nodeStylesOf = ({
  charter,
  transports,
  listeners,
}: Pick<GenerateInput, 'charter' | 'transports' | 'listeners'>): readonly PlacedStyle[] =>
  charter.serves.flatMap((name) => {
    const own = styles.find((style) => style.name === name)
    const transport = transports[name]
    const style = own ?? (transport && carriedStyle(name, transport))
    return style ? [placed(style, listeners[name])] : []
  })

/** A style, and where its own listener is. */
export type PlacedStyle = Omit<NodeStyle, 'listener'> & ServedStyle

const placed = ({ listener, ...style }: NodeStyle, place: ListenerPlace | undefined): PlacedStyle => ({
  ...style,
  ...(listener && place && { listener: { ...listener, ...place } }),
})
