/** The text of a reply as it comes; none for no body. */
export async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<string> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
