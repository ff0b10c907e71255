/** Finds the files of tasks: uploads, files in local folders of Label Studio, or URLs. */
import { posix } from "node:path"
import { decodePath, getBaseName, normalizePath } from "../files/paths.ts"
import type { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"

/** The path of a file of a task as its record says it, without what the server of Label Studio puts in front. */
const toTaskPath = (url: string): string => {
  const local = /^\/data\/local-files\/\?d=([^&]*)/.exec(url)?.[1]
  return local === undefined ? url : decodePath(local)
}

/** Uploads have eight random digits in front of their names. */
const stripUploadDigits = (name: string): string => name.replace(/^[0-9a-f]{8}-/, "")

/** The image of a task among the files, or its path or URL where it is not there. */
export const findTaskImage = (url: string, record: string, resolver: ImageResolver): string => {
  const written = toTaskPath(url)
  if (isUrl(written)) return written
  const path = normalizePath(written)
  const short = stripUploadDigits(getBaseName(path))
  const upload = posix.join(posix.dirname(path), short)
  return (
    resolver.find({ name: path, record }) ??
    // A short name is looked for after the whole one: it may be that of another image.
    (short === getBaseName(path) ? undefined : resolver.find({ name: upload, record })) ??
    path
  )
}
