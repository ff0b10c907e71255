/** The program of a task that reads or writes one archive for its owner, or that decodes pictures. */
import { writeFile } from "node:fs/promises"
import { parentPort } from "node:worker_threads"
import type { BitmapIds, FormatRead, MeasuredPictureOfSample, SaveFile, TaskPort } from "@annotary/core"
import { readArchive, writeArchive } from "../archives.ts"
import type { Source } from "../files/Source.ts"
import { readBitmapIds, writeBitmapIds } from "../pictures/bitmapIds.ts"
import { makeThumbnail } from "../pictures/makeThumbnail.ts"
import { measurePictures } from "../pictures/measurePictures.ts"
import { Channel } from "./Channel.ts"
import { beatMillis } from "./FormatTask.ts"
import type { ReadRequest, SaveRequest, WriteRequest } from "./inTask.ts"
import type { BitmapRequest, ThumbnailRequest } from "./KeptTask.ts"
import { Streams } from "./streams.ts"

type OpenRead = Omit<FormatRead, "close">

/** Answers the calls of the owner. */
const serveFormats = (port: TaskPort): void => {
  const channel = new Channel(port)
  const streams = new Streams(channel)
  /** The owner ends the whole task instead. */
  const { signal } = new AbortController()
  let read: OpenRead | undefined

  channel.answer("read", async ({ archive, plan, ...reading }: ReadRequest) => {
    read = await readArchive(
      { ...reading, archive: streams.read(archive), signal },
      { ...plan, wrapSource: (source) => reportPlaces(source, channel) },
    )
    return { format: read.format }
  })
  const save: SaveFile = async (filename, content) => {
    const id = streams.offer(content)
    try {
      return await channel.call("save", { filename, content: id } satisfies SaveRequest)
    } finally {
      // The owner does not read the files of an import that it only checks.
      await streams.withdraw(id)
    }
  }
  channel.answer("records", () => streams.offer(requireRead(read).records(save)))
  channel.answer("losses", () => requireRead(read).losses())
  const open = async (url: string) => {
    const content = await channel.call<number | null>("open", url)
    return content === null ? null : streams.read<Uint8Array>(content)
  }
  channel.answer("measure", (urls: ReadonlyArray<string>) => measurePictures({ urls, open, signal }))
  channel.answer("thumbnail", ({ bytes, size }: ThumbnailRequest) => makeThumbnail(bytes, size))
  channel.answer("readBitmap", ({ bytes, ...limits }: BitmapRequest) => readBitmapIds(bytes, limits))
  channel.answer("writeBitmap", (bitmap: BitmapIds) => writeBitmapIds(bitmap))
  channel.answer("write", async ({ folder, limits, samples, ...writing }: WriteRequest) => {
    let lastReport: Promise<void> | undefined
    const onMeasured = (picture: MeasuredPictureOfSample) => {
      lastReport = channel.call<void>("measured", picture).catch(() => {})
    }
    const written = await writeArchive(
      { ...writing, samples: streams.read(samples), open, onMeasured, signal },
      folder,
      undefined,
      limits,
    )
    // The owner answers calls in their order.
    await lastReport
    return { report: written.report, bytes: streams.offer(written.bytes) }
  })
}

const requireRead = (read: OpenRead | undefined): OpenRead => {
  if (read === undefined) throw new Error("No archive was read.")
  return read
}

/** The same files. Each file that is read whole is reported to the owner. */
const reportPlaces = (source: Source, channel: Channel): Source => {
  const report = (path: string): void => void channel.call("place", path).catch(() => {})
  return {
    ...source,
    bytes: (path) => {
      report(path)
      return source.bytes(path)
    },
    stream: (path) => {
      report(path)
      return source.stream(path)
    },
  }
}

const ownPort = (): TaskPort => {
  if (parentPort !== null) {
    const port = parentPort
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => {
        port.on("message", listener)
      },
    }
  }
  process.on("disconnect", () => process.exit())
  // The owner decides when the task ends, also when a terminal or a service manager sends the signal to both.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})
  // When memory is short, the kernel ends the task and not the server.
  writeFile("/proc/self/oom_score_adj", "1000").catch(() => {})
  return {
    send: (message) => void process.send?.(message, () => {}),
    onMessage: (listener) => {
      process.on("message", listener)
    },
  }
}

const port = ownPort()
serveFormats(port)
setInterval(() => port.send({ beat: true }), beatMillis).unref()
