/** The small picture of a sample in a list. */
import { useState } from "react"
import { base, computeApiBase } from "../../api/base.ts"
import type { SampleRow } from "./sampleRow.ts"
import classes from "./samples.module.css"

/** Loaded when its row comes near. A picture that cannot be loaded leaves its place empty. */
export const Thumbnail = ({ row }: { readonly row: SampleRow }) => {
  const addresses = listThumbnailAddresses(row, computeApiBase(base))
  const [failures, setFailures] = useState(0)
  const address = addresses[failures]
  return address === undefined ? (
    <span className={classes.thumbnail} />
  ) : (
    <img
      key={address}
      className={classes.thumbnail}
      src={address}
      alt=""
      width={40}
      height={30}
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
): ReadonlyArray<string> => [
  ...(isStored ? [`${apiBase}/samples/${uuid}/thumbnail/?size=96`] : []),
  ...(image === undefined ? [] : [image]),
]
