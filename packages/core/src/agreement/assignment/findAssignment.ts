/**
 * The assignment of rows to columns with the least sum of costs, by shortest augmenting paths (Jonker and Volgenant 1987, "A shortest
 * augmenting path algorithm for dense and sparse linear assignment problems"; Crouse 2016 for rectangular matrices). O(n²m) for n ≤ m.
 */

/**
 * Returns the column of each row. Every row has one where there are at least as many columns as rows; otherwise every column is used, and the
 * other rows have −1. `costs` contains the matrix row by row, with finite numbers of any sign.
 */
export const findAssignment = (costs: Float64Array, rows: number, columns: number): Int32Array => {
  if (costs.length !== rows * columns)
    throw new RangeError(`The matrix has ${costs.length} costs instead of ${rows} × ${columns}.`)
  for (let at = 0; at < costs.length; at++)
    if (!Number.isFinite(costs[at])) throw new RangeError(`Cost ${at} of the matrix is not a finite number.`)
  if (rows <= columns) return assignRows(costs, rows, columns).columnOf
  return assignRows(flipMatrix(costs, rows, columns), columns, rows).rowOf
}

const flipMatrix = (costs: Float64Array, rows: number, columns: number): Float64Array => {
  const transposed = new Float64Array(costs.length)
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++)
      transposed[column * rows + row] = costs[at] as number
  return transposed
}

/** The state of one solution. A reduced cost is `cost − price of the column`; only columns with a row have a price below 0. */
interface State {
  readonly costs: Float64Array
  readonly columns: number
  readonly prices: Float64Array
  /** The column of each row, −1 for none. */
  readonly columnOf: Int32Array
  /** The row of each column, −1 for none. */
  readonly rowOf: Int32Array
}

/** Needs at least as many columns as rows. */
const assignRows = (costs: Float64Array, rows: number, columns: number): State => {
  const state: State = {
    costs,
    columns,
    prices: new Float64Array(columns),
    columnOf: new Int32Array(rows).fill(-1),
    rowOf: new Int32Array(columns).fill(-1),
  }
  let free = new Int32Array(rows)
  for (let row = 0; row < rows; row++) free[row] = row
  // A second pass pays where rows compete for columns; further ones rarely do.
  for (let pass = 0; pass < 2 && free.length > 0; pass++) free = assignByPrices(state, free)
  if (free.length > 0) extendAssignment(state, free)
  return state
}

/**
 * Augmenting row reduction: each free row takes its cheapest column and lowers the price to where the second cheapest is as good. The row that
 * had the column before bids next. Returns the rows that have no column yet.
 */
const assignByPrices = (state: State, free: Int32Array): Int32Array<ArrayBuffer> => {
  const { columnOf, columns, costs, prices, rowOf } = state
  const left: Array<number> = []
  // Without a limit, prices that fall by rounding errors alone would take forever.
  let bids = 4 * free.length + 64
  for (let index = 0; index < free.length; index++) {
    for (let row = free[index] as number; row >= 0; ) {
      let [first, second] = [-1, -1]
      let [least, next] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      const start = row * columns
      for (let column = 0; column < columns; column++) {
        const reduced = (costs[start + column] as number) - (prices[column] as number)
        if (reduced >= next) continue
        if (reduced >= least) {
          next = reduced
          second = column
        } else {
          next = least
          second = first
          least = reduced
          first = column
        }
      }
      const price = second < 0 ? (prices[first] as number) : (prices[first] as number) - (next - least)
      const isLower = price < (prices[first] as number)
      // At a tie, a column without a row is better.
      const column = !isLower && second >= 0 && (rowOf[first] as number) >= 0 ? second : first
      if (isLower) prices[column] = price
      const outbid = rowOf[column] as number
      rowOf[column] = row
      columnOf[row] = column
      if (outbid >= 0) columnOf[outbid] = -1
      if (outbid >= 0 && (!isLower || --bids < 0)) left.push(outbid)
      row = isLower && bids >= 0 ? outbid : -1
    }
  }
  return Int32Array.from(left)
}

/** Gives each free row a column along the shortest path of reassignments. */
const extendAssignment = (state: State, free: Int32Array): void => {
  const { columnOf, columns, costs, prices, rowOf } = state
  const distances = new Float64Array(columns)
  const previous = new Int32Array(columns)
  /** Columns: those before `low` are scanned, those before `up` are at the least distance. */
  const order = new Int32Array(columns)
  for (let index = 0; index < free.length; index++) {
    const row = free[index] as number
    for (let column = 0; column < columns; column++) {
      distances[column] = (costs[row * columns + column] as number) - (prices[column] as number)
      previous[column] = row
      order[column] = column
    }
    let [low, up, scanned, end] = [0, 0, 0, -1]
    let least = 0
    while (end < 0) {
      if (low === up) {
        scanned = low
        least = distances[order[up++] as number] as number
        for (let k = up; k < columns; k++) {
          const column = order[k] as number
          const distance = distances[column] as number
          if (distance > least) continue
          if (distance < least) {
            up = low
            least = distance
          }
          order[k] = order[up] as number
          order[up++] = column
        }
        for (let k = low; k < up && end < 0; k++)
          if ((rowOf[order[k] as number] as number) < 0) end = order[k] as number
        if (end >= 0) break
      }
      const via = order[low++] as number
      const owner = rowOf[via] as number
      const start = owner * columns
      const detour = (costs[start + via] as number) - (prices[via] as number) - least
      for (let k = up; k < columns; k++) {
        const column = order[k] as number
        const distance = (costs[start + column] as number) - (prices[column] as number) - detour
        if (distance >= (distances[column] as number)) continue
        previous[column] = owner
        // By rounding, a distance may come out below the least one.
        distances[column] = distance > least ? distance : least
        if (distance > least) continue
        if ((rowOf[column] as number) < 0) {
          end = column
          break
        }
        order[k] = order[up] as number
        order[up++] = column
      }
    }
    for (let k = 0; k < scanned; k++) {
      const column = order[k] as number
      prices[column] = (prices[column] as number) + (distances[column] as number) - least
    }
    for (let column = end, owner = -1; owner !== row; ) {
      owner = previous[column] as number
      rowOf[column] = owner
      const before = columnOf[owner] as number
      columnOf[owner] = column
      column = before
    }
  }
}
