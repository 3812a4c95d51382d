/** Why a process does not start: a port that it was told to listen at cannot be had. One line, for whoever starts it. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used by this user',
}

/** Tells of a failed `listen` which port it was and what to set. Rethrows what is no fault of the port. */
export const portTaken =
  (variable: string, port: number) =>
  (error: unknown): never => {
    const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
    if (reason === undefined) throw error
    throw new PortError(`Port ${port} ${reason}: set ${variable} to one that is free.`, { cause: error })
  }
