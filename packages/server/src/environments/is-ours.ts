const ours =
  /^(?:CHARTER_(?:MODE|DATA|SECRET|BEHIND|EDIT_DESK|GRAPHIQL|VOLUME)|HOST|HOSTNAME|LEDGER_(?:URL|ORIGIN|CA)|PORT|LISTEN_\w+|\w*_PORT|NODE_\w+|PATH|HOME|LD_\w+|GLIBC_\w+|TLS_\w+)$/

/** Whether the platform says a variable by itself: of this name it would have a service listen elsewhere, run in another mode, or tell its record to somebody else. */
export const isOurs = (name: string): boolean => ours.test(name)
