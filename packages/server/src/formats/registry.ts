/** The formats of the server, loaded when they are used. */
import type { Formats } from "@annotary/core/effect"

const load = async () => (await import("@annotary/formats")).formatRegistry()

export const lazyFormats: Formats = {
  list: async () => (await load()).list(),
  write: async (writing) => (await load()).write(writing),
  read: async (reading) => (await load()).read(reading),
}
