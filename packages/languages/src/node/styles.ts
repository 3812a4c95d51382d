import type { GenerateInput } from '@charter/charter'
import { carriedStyle } from './carried-style.ts'
import { styles } from './registry.gen.ts'
import type { NodeStyle } from './style.ts'

/** The styles that a service speaks, in the order of its charter: by a folder beside this file, or by what the style carries. */
export const nodeStylesOf = ({
  charter,
  transports,
}: Pick<GenerateInput, 'charter' | 'transports'>): readonly NodeStyle[] =>
  charter.serves.flatMap((name) => {
    const own = styles.find((style) => style.name === name)
    const transport = transports[name]
    return own ?? (transport ? carriedStyle(name, transport) : [])
  })
