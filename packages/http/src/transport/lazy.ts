/** Makes a value at the first call, for all calls. */
export const makeLazy = <A extends object>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}
