/** A schema of its own, so that whoever uses pg-boss in the same database beside is not met. */
export const bossSchema = 'charter_jobs'
