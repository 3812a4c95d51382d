/** One mistake, as a text put in the place of another in one file of a generated service. */
export interface Fault {
  /** What is wrong, in plain words. */
  readonly name: string
  /** Which service it is planted in. */
  readonly in: 'clinic' | 'edge' | 'narrow'
  readonly file: string
  /** Stands in the file exactly once; anything else is an error, as the fault would not be the one meant. */
  readonly from: string
  readonly to: string
  /** The style in which the scenarios are asked; absent: REST. */
  readonly through?: string
}

/** A file of the engine, by its room and name. */
export const runtime = (name: string) => `src/runtime/${name}.ts`
export const sql = (name: string) => `src/sql-store/${name}.ts`
export const rest = (name: string) => `src/rest/${name}.ts`

const faultIn =
  (service: Fault['in']) =>
  (name: string, file: string, from: string, to: string): Fault => ({ name, in: service, file, from, to })

export const clinic = faultIn('clinic')
export const edge = faultIn('edge')
export const narrow = faultIn('narrow')
