import type { Sample } from "../domain/Sample.ts"
import type { WaitingSample } from "./explanation.ts"

/** A sample as views show it. */
export const omitBodies = ({ attributes: _, metadata: __, readme: ___, ...sample }: Sample): WaitingSample =>
  sample
