/** The formats of the server, loaded when they are used. */
import type { Formats } from "@annotary/core/effect"
import type { Settings } from "../settings/settings.ts"

type LimitSettings = Pick<Settings, "importLimits" | "maxUnpacked" | "maxUpload" | "transferMemory">

/** How many times the largest asset an archive may be unpacked: labels are compressed to a tenth or less. */
const unpackedTimes = 50

export const lazyFormats = ({
  importLimits,
  maxUnpacked,
  maxUpload,
  transferMemory,
}: LimitSettings): Formats => {
  const load = async () =>
    (await import("@annotary/formats")).formatRegistry({
      limits: importLimits,
      unpacked: { bytes: maxUnpacked ?? unpackedTimes * maxUpload },
      task: { memoryMegabytes: Math.ceil(transferMemory / 1024 ** 2) },
    })
  return {
    list: async () => (await load()).list(),
    write: async (writing) => (await load()).write(writing),
    read: async (reading) => (await load()).read(reading),
  }
}
