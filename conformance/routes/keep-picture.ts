import type { RouteBody } from '@charter/runtime/service'

/** The same bytes back; to who would rather have a document, one that would run something if it could. */
export const keepPicture: RouteBody = async ({ body, type }) =>
  type === 'image/png' ? { body } : { body: '<script>document.title = "ran"</script>' }
