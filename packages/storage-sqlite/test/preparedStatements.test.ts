/** Rows of prepared statements are those that the driver returns. */
import { assert, describe, it } from "@effect/vitest"
import { openFile } from "../src/driver.ts"
import { makePreparedStatements } from "../src/preparedStatements.ts"

const openTable = () => {
  const database = openFile(":memory:")
  database.exec("CREATE TABLE t (a INTEGER, b TEXT, c BLOB)")
  const statements = makePreparedStatements(database)
  return {
    database,
    run: (text: string, ...params: ReadonlyArray<unknown>) => statements.execute({ text, params }),
  }
}

describe("a prepared statement", () => {
  it("returns the rows of the driver, whatever their columns are called", () => {
    const { database, run } = openTable()
    run("INSERT INTO t VALUES (1, 'one', x'01'), (2, NULL, NULL)")
    for (const text of [
      'SELECT a, b AS "B b", c FROM t ORDER BY a',
      "SELECT t.a, u.a AS n, 1 + 1 FROM t JOIN t u ON u.a = t.a ORDER BY t.a",
      "SELECT a, b AS a FROM t ORDER BY t.a",
      "SELECT a FROM t WHERE a > 9",
      "UPDATE t SET b = 'two' WHERE a = 2 RETURNING b, a",
      "PRAGMA user_version",
    ])
      assert.deepStrictEqual(run(text), database.prepare(text).all(), text)
    assert.deepStrictEqual(
      makePreparedStatements(database).execute({ text: "SELECT a, b FROM t", params: [], values: true }),
      [
        [1, "one"],
        [2, "two"],
      ],
    )
  })

  it("returns columns that the table gets later", () => {
    const { database, run } = openTable()
    run("INSERT INTO t (a, b) VALUES (?, ?)", 1, "one")
    assert.deepStrictEqual(run("SELECT * FROM t"), [{ a: 1, b: "one", c: null }])
    database.exec("ALTER TABLE t RENAME COLUMN b TO d")
    assert.deepStrictEqual(run("SELECT * FROM t"), [{ a: 1, d: "one", c: null }])
  })
})
