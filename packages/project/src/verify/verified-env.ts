/**
 * What a service that is started to be verified is told beside: each operation of each entity is asked without a token, and with those
 * that do not hold, which is more in a minute than a large charter's own limit lets through; and receivers of webhooks are here.
 */
export const verifiedEnv = { RATE_FAILED_SIGN_INS: '1000000', WEBHOOKS_TO: '127.0.0.1' } as const

/** Over a database of somebody else's: what waits there is the work of the service that has its code and its secret. */
export const idleEnv = { JOBS_AT_ONCE: '0' } as const
