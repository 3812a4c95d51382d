/** Whether clients may ask what is offered: as `GRPC_REFLECTION` of the environment says, else in development alone. */
export const isReflecting = (
  { GRPC_REFLECTION: said }: Readonly<Record<string, string | undefined>>,
  mode: 'development' | 'production',
): boolean => (said === undefined ? mode === 'development' : said === 'true')
