import type { ServiceModel } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { Connector, Driver, EntityPlan } from './connector.ts'
import type { ListenerPlace } from './own-listener.ts'
import type { Style } from './style.ts'
import type { Transport } from './transport.ts'

/** charter + model + plans + surfaces → a tree of files. Pure: runtime files and formatter are arguments. */
export interface Language<Plan extends EntityPlan = EntityPlan, Schema = unknown> {
  readonly name: string
  readonly title: string
  generate(input: GenerateInput<Plan, Schema>): Promise<readonly GeneratedFile[]>
}

export interface GenerateInput<Plan extends EntityPlan = EntityPlan, Schema = unknown> {
  readonly charter: Charter
  readonly model: ServiceModel
  /** What the connector rendered of each entity. */
  readonly plans: readonly Plan[]
  /** What the connector makes the owned schema of, or null for an attached source. */
  readonly schema: Schema | null
  /** What the connector makes the tables of that lie with the state in an attached source, or null where there are none. */
  readonly companion: Schema | null
  /** How the service opens its rows, and its state where that lives in a database of its own. */
  readonly rows: DriverUse
  readonly state: DriverUse | null
  /** By style name. */
  readonly surfaces: Readonly<Record<string, unknown>>
  /** What services in this language carry of a style, by style name, where it says so. */
  readonly transports: Readonly<Record<string, Transport>>
  /** Where styles listen that have a port of their own, by style name. */
  readonly listeners: Readonly<Record<string, ListenerPlace>>
  /** By style name: file name → text. */
  readonly contracts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What the development page is told. */
  readonly page: object
  /** The access rules as Cedar, for whoever reviews them. */
  readonly cedar: string
  /** Files copied verbatim: path in the service → text. */
  readonly runtimeFiles: Readonly<Record<string, string>>
  /** Formats source by file name; identity where the formatter runs later. */
  format(files: readonly GeneratedFile[]): Promise<readonly GeneratedFile[]>
}

/** A connector's driver as a generated service carries it, in `src/<connector>/`. */
export interface DriverUse {
  readonly connector: string
  readonly title: string
  readonly driver: Driver
  /** Where the database is when nobody says, with `{data}` for the service's data folder; null where the environment has to. */
  readonly defaultUrl: string | null
  /** The variable that holds its URL, where the charter names one. */
  readonly variable?: string
}

/** What these styles have services in a language carry, by their names. */
export const transportsOf = (
  styles: readonly Pick<Style, 'name' | 'transports'>[],
  language: string,
): GenerateInput['transports'] =>
  Object.fromEntries(
    styles.flatMap(({ name, transports }) => (transports?.[language] ? [[name, transports[language]]] : [])),
  )

/** Throws when the connector has no driver for the language. */
export const driverUse = (
  { name, title, drivers }: Connector,
  language: string,
  place: Pick<DriverUse, 'defaultUrl' | 'variable'>,
): DriverUse => {
  const driver = drivers[language]
  if (!driver) throw new Error(`Services in ${language} cannot open ${title} yet.`)
  return { connector: name, title, driver, ...place }
}

export interface GeneratedFile {
  readonly path: string
  readonly text: string
  /**
   * `shared`: merged with what a person changed. `machine`: the same, but where both changed the same lines the machine's stand.
   * `person`: written once, then never touched, but to follow a rename.
   */
  readonly owner: 'machine' | 'shared' | 'person'
  /** The path with stable ids where it has names, by which a file is found again when a name changes; absent: the path. */
  readonly id?: string
}

export const defineLanguage = <Plan extends EntityPlan, Schema>(
  language: Language<Plan, Schema>,
): Language<Plan, Schema> => language
