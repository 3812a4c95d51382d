/** Which methods each path of a server takes. */
export interface AllowedMethods {
  add(path: string, methods: readonly string[]): void
  /** Methods of a request's address, sorted, OPTIONS among them; none where no route has such a path. */
  of(url: string): readonly string[]
}

/** Asked only when no route took a request, so it looks through them all. */
export const allowedMethods = (): AllowedMethods => {
  const routes: { readonly steps: readonly string[]; readonly methods: readonly string[] }[] = []
  return {
    add: (path, methods) => routes.push({ steps: path.split('/'), methods }),
    of: (url) => {
      const steps = (url.split('?', 1)[0] ?? '').split('/')
      const found = routes.filter((route) => matches(route.steps, steps)).flatMap(({ methods }) => methods)
      return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort()
    },
  }
}

const matches = (route: readonly string[], steps: readonly string[]): boolean =>
  route.length === steps.length && route.every((step, at) => step.startsWith(':') || step === steps[at])
