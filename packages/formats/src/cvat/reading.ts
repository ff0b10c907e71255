/** The parts that the readers of CVAT files have in common. */
import type { ReadContext } from "../Format.ts"
import type { Source } from "../files/Source.ts"
import type { XmlElement } from "../files/xml.ts"
import type { ImageResolver } from "../images/ImageResolver.ts"
import type { Category } from "../model/Dataset.ts"
import type { Meta } from "./readMeta.ts"

export interface Document {
  readonly path: string
  readonly meta: Meta
  readonly isVideo: boolean
}

export interface CvatReading extends ReadContext {
  readonly source: Source
  readonly resolver: ImageResolver
  readonly isSegmentation: boolean
  readonly category: (label: string, element: XmlElement) => Category
  /** In front of the names of images, when several files have images. */
  readonly prefix: (path: string) => string
}
