/** The formats of the server, loaded when they are used. */
import type { Formats } from "@annotary/core/effect"
import type { Settings } from "../settings/settings.ts"

type LimitSettings = Pick<Settings, "importLimits" | "maxUnpacked" | "maxUpload">

/** An archive may be unpacked to this many times the largest asset: labels are compressed to a tenth or less. */
const unpackedTimes = 50

/** The limits of imports, for files and for archives; the others keep their defaults. */
export const toImportLimits = ({ importLimits, maxUnpacked, maxUpload }: LimitSettings) => ({
  limits: importLimits,
  unpacked: { bytes: maxUnpacked ?? unpackedTimes * maxUpload },
})

export const makeLazyFormats = (settings: LimitSettings & Pick<Settings, "transferMemory">): Formats => {
  let loading: Promise<Formats> | undefined
  const load = () =>
    (loading ??= import("@annotary/formats").then(({ formatRegistry }) =>
      formatRegistry({
        ...toImportLimits(settings),
        task: { memoryMegabytes: Math.ceil(settings.transferMemory / 1024 ** 2) },
      }),
    ))
  return {
    list: async () => (await load()).list(),
    write: async (writing) => (await load()).write(writing),
    read: async (reading) => (await load()).read(reading),
    measure: async (measuring) => (await load()).measure?.(measuring) ?? [],
    readBitmap: async (reading) => requireOption((await load()).readBitmap)(reading),
    writeBitmap: async (writing) => requireOption((await load()).writeBitmap)(writing),
    thumbnail: async (making) => (await load()).thumbnail?.(making) ?? null,
  }
}

/** The formats that this package loads have all functions. */
const requireOption = <Option>(option: Option | undefined): Option => {
  if (option === undefined) throw new Error("These formats read and write no bitmaps.")
  return option
}
