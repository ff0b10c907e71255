/** The small picture of a sample in a list. */
import { useState } from "react"
import { base, computeApiBase } from "../../api/base.ts"
import type { SampleRow } from "./sampleRow.ts"
import classes from "./samples.module.css"

interface ThumbnailProps {
  readonly row: SampleRow
  /** The pixels of the copy that the server makes. */
  readonly size?: 96 | 320 | 640
  readonly className?: string | undefined
}

/** Loaded when its row comes near. A picture that cannot be loaded leaves its place empty. */
export const Thumbnail = ({ className = classes.thumbnail, row, size = 96 }: ThumbnailProps) => {
  const addresses = listThumbnailAddresses(row, computeApiBase(base), size)
  const [failures, setFailures] = useState(0)
  const address = addresses[failures]
  return address === undefined ? (
    <span className={className} />
  ) : (
    <img
      key={address}
      className={className}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailures(failures + 1)}
    />
  )
}

/**
 * The addresses to try: a small copy by the server, of a file that it can open, then the picture itself. Of other servers it opens
 * only what its settings name, which this page does not know.
 */
export const listThumbnailAddresses = (
  { image, isStored, uuid }: Pick<SampleRow, "image" | "isStored" | "uuid">,
  apiBase: string,
  size = 96,
): ReadonlyArray<string> => [
  ...(isStored ? [`${apiBase}/samples/${uuid}/thumbnail/?size=${size}`] : []),
  ...(image === undefined ? [] : [image]),
]
