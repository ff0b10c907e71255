/** The columns of the table of annotations. */

export type Cell = string | number | boolean | null

export interface Column {
  readonly name: string
  readonly type: "STRING" | "INT32" | "INT64" | "DOUBLE" | "BOOLEAN"
  /** For the documentation. */
  readonly meaning: string
}

const column = (name: string, type: Column["type"], meaning: string): Column => ({ name, type, meaning })

export const columns = [
  column("sample", "STRING", "name of the sample"),
  column("sensor", "STRING", "sensor, in samples of several"),
  column("split", "STRING", "the set, such as train"),
  column("frame", "INT32", "frame, from 0; in single samples 0"),
  column("frame_name", "STRING", "name of the frame"),
  column("timestamp", "STRING", "timestamp of the frame, with all digits"),
  column("image", "STRING", "path or URL of the image"),
  column("image_width", "INT32", "in pixels"),
  column("image_height", "INT32", "in pixels"),
  column("cloud", "STRING", "path or URL of the point cloud"),
  column("annotation_id", "INT64", "id in the frame"),
  column("track_id", "INT64", "object over the frames of a sequence"),
  column("is_keyframe", "BOOLEAN", "false for a frame between keyframes"),
  column("category_id", "INT64", "id of the category"),
  column("category", "STRING", "name of the category"),
  column("type", "STRING", "bbox, polygon, polyline, point, cuboid, cuboid-sync or segment"),
  column("x_min", "DOUBLE", "smallest x of the shape; pixels in images, meters in point clouds"),
  column("y_min", "DOUBLE", "smallest y"),
  column("x_max", "DOUBLE", "largest x; for segments behind the last pixel"),
  column("y_max", "DOUBLE", "largest y"),
  column("points", "STRING", "points of the shape as JSON"),
  column("shape", "STRING", "exact shape as JSON, where the points are only the nearest one"),
  column("count", "INT64", "pixels or points of a segment"),
  column("x", "DOUBLE", "center of a cuboid, in meters"),
  column("y", "DOUBLE", ""),
  column("z", "DOUBLE", ""),
  column("length", "DOUBLE", "of a cuboid along its x, in meters"),
  column("width", "DOUBLE", "along its y"),
  column("height", "DOUBLE", "along its z"),
  column("yaw", "DOUBLE", "of a cuboid, counter-clockwise from +x, in radians"),
  column("qx", "DOUBLE", "rotation of a cuboid that may be tilted, as a quaternion"),
  column("qy", "DOUBLE", ""),
  column("qz", "DOUBLE", ""),
  column("qw", "DOUBLE", ""),
  column("attributes", "STRING", "attributes of the annotation as JSON"),
  column("frame_attributes", "STRING", "attributes of the frame as JSON"),
] as const

/** In the order of the columns. */
export type Row = ReadonlyArray<Cell>
