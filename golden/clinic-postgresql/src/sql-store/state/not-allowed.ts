import { ProblemError, problem } from '../../runtime/index.ts'

/** What a database of somebody else's would have to hold for a service. */
export interface Needed {
  /** `the schema "charter_state" with the tables …`. */
  readonly what: string
  readonly it: 'it' | 'them'
  /** What of the service needs it: `The service's state is to be kept in this database itself`. */
  readonly why: string
  /** How the database's owner makes it; left out: from what is printed. */
  readonly byOwner?: string
  /** What the charter can do without it. */
  readonly without: string
  /** Who signs in; left out: nobody signs in to a file. */
  readonly who?: 'role' | 'user'
  /** What the database said; left out: nobody has allowed it. */
  readonly denied?: ProblemError
}

/** Told to who starts a service that may not make what it needs in a database that is there. */
export const notAllowed = ({ what, it, why, byOwner = printed, without, who, denied }: Needed): ProblemError => {
  const whyNot = denied
    ? `The ${who} of the URL has no permission to make ${it}`
    : `${it === 'it' ? 'It' : 'They'} may not be made without being allowed`
  const maker = who === undefined ? '' : ` and a ${who} ${who === 'role' ? 'that' : 'who'} may create`
  const sentence = `${why}, which needs ${what}, and nothing else in it. ${whyNot}. To allow it, start with --allow-ddl (a generated service: CHARTER_ALLOW_DDL=true)${maker}; or have the database's owner make ${it} ${byOwner}; or ${without}.`
  return new ProblemError(problem('unavailable', { cause: new Error(sentence, { cause: denied }) }))
}

const printed = 'with the statements that `charter introspect <url> --state-ddl --charter <charter>` prints'

/** Where the state itself is what is missing. */
export const stateNotAllowed = (needed: Pick<Needed, 'what' | 'it' | 'who' | 'denied'>): ProblemError =>
  notAllowed({
    ...needed,
    why: "The service's state is to be kept in this database itself",
    without: 'leave `state: source` out of the charter, and the state is kept in a file of its own',
  })
