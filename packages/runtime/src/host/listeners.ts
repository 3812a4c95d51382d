/** How the environment says where a style listens that has a port of its own. */
export interface ListenerSettings {
  /** The variable that says its port, and the port where none is said. */
  readonly portVariable: string
  readonly portDefault: number
  /** Variables of the style that take `true` or `false` alone. */
  readonly switches?: readonly string[]
}

/** By the names of their styles. */
export type Listeners = Readonly<Record<string, ListenerSettings>>

type Environment = Readonly<Record<string, string | undefined>>

/** Digits alone, so never less than 0: an empty text or `0x50` is a slip, not a port. NaN then. */
export const portOf = (text: string): number => (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN)

/** Where each listens, by the name of its style; NaN where that is no number. */
export const portsIn = (env: Environment, listeners: Listeners): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(listeners).map(([style, { portVariable, portDefault }]) => [
      style,
      portOf(env[portVariable] ?? String(portDefault)),
    ]),
  )

/** A sentence for each port that is none; `ports`: by the variables that say them. */
export const portMistakes = (ports: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(ports)
    .filter(([, port]) => !Number.isInteger(port) || port > 65_535)
    .map(([variable]) => `${variable} must be a number from 0 to 65535.`)

/** A sentence for each switch that says another word. */
export const switchMistakes = (env: Environment, listeners: Listeners): readonly string[] =>
  Object.values(listeners)
    .flatMap(({ switches = [] }) => switches)
    .filter((name) => env[name] !== undefined && env[name] !== 'true' && env[name] !== 'false')
    .map((name) => `${name} is "${env[name]}": set it to true or false, or leave it out.`)
