const ours =
  /^(?:CHARTER_(?:MODE|DATA|SECRET|BEHIND|EDIT_DESK|GRAPHIQL|VOLUME)|HOST|PORT|LISTEN_\w+|\w*_PORT|NODE_\w+|PATH|HOME|LD_\w+|GLIBC_\w+|TLS_\w+)$/

/** Whether the platform says a variable by itself: of this name it would have a service listen elsewhere, or in another mode. */
export const isOurs = (name: string): boolean => ours.test(name)
