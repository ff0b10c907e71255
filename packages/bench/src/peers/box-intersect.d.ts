/** The package has no types. */
declare module "box-intersect" {
  type Box = ReadonlyArray<number>
  export default function boxIntersect(
    boxes: ReadonlyArray<Box>,
    visit: (a: number, b: number) => unknown,
  ): unknown
}
