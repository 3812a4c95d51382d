/** Characters past which a text is sent as bytes. */
const textMax = 8192

/**
 * A body as it is best sent. A long text is joined of many: as bytes it is put together once, where Node does so to count it, and
 * again behind the headers.
 */
export const bodyOf = (text: string): string | Buffer => (text.length > textMax ? Buffer.from(text) : text)
