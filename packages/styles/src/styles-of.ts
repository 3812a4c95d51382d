import type { Charter, Lock, OwnListener, Style } from '@charter/charter'
import { styles } from './registry.gen.ts'

/** A style with its plan of one charter. */
export interface StyleUse {
  readonly style: Style
  readonly surface: unknown
}

/** The styles that a charter names under `serves`, each with its plan of it. */
export const stylesOf = (charter: Charter, lock?: Lock): readonly StyleUse[] =>
  styles
    .filter(({ name }) => charter.serves.includes(name))
    .map((style: Style) => ({ style, surface: style.surface(charter, lock) }))

/** The lock with what the served styles need kept, for whoever writes it. */
export const withGiven = (charter: Charter, lock: Lock): Lock => {
  const served = (styles as readonly Style[]).filter(({ name }) => charter.serves.includes(name))
  return { ...lock, given: Object.assign({}, lock.given, ...served.map((style) => style.given?.(charter, lock))) }
}

/** A style with a port of its own. */
export interface StyleBeside {
  readonly name: string
  readonly title: string
  readonly listener: OwnListener
}

/** The styles that listen beside HTTP. */
export const stylesBeside: readonly StyleBeside[] = (styles as readonly Style[]).flatMap(({ name, title, listener }) =>
  listener === 'http' ? [] : [{ name, title, listener }],
)
