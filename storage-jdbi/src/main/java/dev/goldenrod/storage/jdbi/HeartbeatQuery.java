package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreRelease;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The query of a heartbeat: the database's clock, and whether a newer release has migrated the
 * tables.
 */
record HeartbeatQuery(Dialect dialect, StoreClock clock) {
  private record Reading(Instant now, int newerMigrations) {}

  StoreRelease run(Sql sql) {
    long asked = clock.nanos();
    Reading reading =
        sql.one(
                new Columns<>(dialect.now() + ", count(*)", HeartbeatQuery::read),
                "from "
                    + Migrations.HISTORY
                    + " where success and cast(version as integer) > :newest",
                values -> values.number("newest", Migrations.NEWEST))
            .orElseThrow();
    clock.adjust(reading.now(), asked);
    return reading.newerMigrations() > 0 ? StoreRelease.NEWER : StoreRelease.CURRENT;
  }

  private static Reading read(Row row) throws SQLException {
    return new Reading(row.instant(), row.number());
  }
}
