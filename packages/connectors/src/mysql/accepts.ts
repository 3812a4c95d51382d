export const accepts = (url: string): boolean => /^mysql:/i.test(url)
