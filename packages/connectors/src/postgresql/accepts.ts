/** Whether a URL names a PostgreSQL database. */
export const accepts = (url: string): boolean => /^postgres(?:ql)?:/i.test(url)
