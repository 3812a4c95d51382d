/** The companion schema that holds service state, as an SQL name. */
export const stateName = '"charter_state"'

/** Tells our schema from another of the same name. */
export const stateComment = 'State of a Charter service'
