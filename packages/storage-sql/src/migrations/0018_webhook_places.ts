/**
 * Endpoints that keep the order count their deliveries up, in the database: it does so for those alone, where a part of the
 * statement that appends would cost each change a fifth of that statement, also where no endpoint keeps the order.
 */
import { migration } from "./migration.ts"

export default migration(({ name, nowMillis }) => [name === "postgres" ? places(nowMillis) : counted])

/**
 * Gives away so many places at once, and answers the one before them; locks the endpoint until the transaction ends. Only a
 * function sees what others have committed since the statement began.
 */
const places = (nowMillis: string): string => `CREATE FUNCTION webhook_places(endpoint text, wanted integer)
  RETURNS bigint LANGUAGE sql AS $$
    UPDATE webhook_endpoints SET last_place = greatest(last_place, ${nowMillis}) + wanted WHERE id = endpoint
    RETURNING last_place - wanted
  $$`

/** SQLite has one writer: what was given away is noted behind it. Only a place that was counted is later than the delivery is due. */
const counted = `CREATE TRIGGER webhook_counted AFTER INSERT ON webhook_deliveries WHEN new.place > new.due_at
  BEGIN
    UPDATE webhook_endpoints SET last_place = max(last_place, new.place) WHERE id = new.endpoint_id;
  END`
