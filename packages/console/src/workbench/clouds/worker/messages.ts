/** The messages between the page and the worker of point clouds. */
import type { Cloud } from "../formats/Cloud.ts"
import type { CloudErrorCode, CloudErrorDetails } from "../formats/CloudError.ts"
import type { Pose, PreparedCloud } from "../prepared.ts"

/** A file to parse. */
interface FileRequest {
  readonly bytes: ArrayBuffer
  readonly type: string
  readonly pose: Pose | undefined
  /** Whether it is only placed in the world, to be merged with others before it is prepared. */
  readonly merges: boolean
}

/** Clouds in coordinates of the world, to be merged and prepared. */
interface MergeRequest {
  readonly clouds: ReadonlyArray<Cloud>
}

export type CloudRequest = FileRequest | MergeRequest

/** A request as it is sent. */
export type ParseRequest = CloudRequest & { readonly id: number }

export type ParseAnswer =
  | { readonly id: number; readonly cloud: PreparedCloud }
  | { readonly id: number; readonly placed: Cloud }
  | { readonly id: number; readonly code: CloudErrorCode; readonly details: CloudErrorDetails }
  | { readonly id: number; readonly message: string }

/** Lists the transferables of clouds. */
export const listTransferables = (clouds: ReadonlyArray<Cloud | PreparedCloud>): Array<ArrayBuffer> => [
  ...new Set(
    clouds.flatMap((cloud) =>
      [cloud.positions, cloud.intensity, cloud.colors, "order" in cloud ? cloud.order : cloud.places].flatMap(
        (values) => (values === undefined ? [] : [values.buffer]),
      ),
    ),
  ),
]
