/** The parts that the readers of Label Studio's tasks have in common. */
import type { ReadContext } from "../Format.ts"
import type { Source } from "../files/Source.ts"
import type { ImageResolver } from "../images/ImageResolver.ts"
import type { CategoryNumbers } from "../model/Dataset.ts"
import type { Config } from "./readConfig.ts"

export interface Reading extends ReadContext {
  readonly source: Source
  readonly resolver: ImageResolver
  readonly config: Config | null
  readonly numbers: CategoryNumbers
  readonly isSegmentation: boolean
}
