package dev.goldenrod.control.database;

import dev.goldenrod.database.Database;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Limits checks of database images, which occupy a request thread for up to half a minute each: one
 * per database, and few in all. Thread-safe.
 */
public final class ImageChecks {
  private static final int MOST = 8;

  private final Set<UUID> underWay = new HashSet<>();

  public <T> T make(Database database, Supplier<T> look) {
    begin(database);
    try {
      return look.get();
    } finally {
      end(database);
    }
  }

  private synchronized void begin(Database database) {
    if (underWay.contains(database.id())) {
      throw DatabaseChanges.notUpgraded(
          database, "another request has its image looked at; ask again in a minute");
    }
    if (underWay.size() == MOST) {
      throw DatabaseChanges.notUpgraded(
          database,
          "the images of %d other databases are being looked at; ask again in a minute"
              .formatted(MOST));
    }
    underWay.add(database.id());
  }

  private synchronized void end(Database database) {
    underWay.remove(database.id());
  }
}
