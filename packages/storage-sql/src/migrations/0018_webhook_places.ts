/**
 * Endpoints that keep the order count their deliveries up, in the database: it does so for those alone, where a part of the
 * statement that appends would cost each change a fifth of that statement, also where no endpoint keeps the order.
 *
 * Whoever makes `webhook_deliveries` or `webhook_endpoints` anew on SQLite must make the trigger anew: it follows the old table.
 */
import { migration } from "./migration.ts"

export default migration(({ name }) => [name === "postgres" ? places : counted])

/** Gives away so many places at once, and answers the one before them; locks the endpoint until the transaction ends. */
const places = `CREATE FUNCTION webhook_places(endpoint text, wanted integer)
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    last bigint;
  BEGIN
    UPDATE webhook_endpoints
      SET last_place = greatest(last_place, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) + wanted
      WHERE id = endpoint RETURNING last_place INTO last;
    RETURN last - wanted;
  END $$`

/** SQLite has one writer: what was given away is noted behind it. Only a place that was counted is later than the delivery is due. */
const counted = `CREATE TRIGGER webhook_counted AFTER INSERT ON webhook_deliveries WHEN new.place > new.due_at
  BEGIN
    UPDATE webhook_endpoints SET last_place = max(last_place, new.place) WHERE id = new.endpoint_id;
  END`
