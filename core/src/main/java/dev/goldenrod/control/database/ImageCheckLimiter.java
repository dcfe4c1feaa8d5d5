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
public final class ImageCheckLimiter {
  private static final int MAX_CONCURRENT = 8;

  private final Set<UUID> running = new HashSet<>();

  public <T> T run(Database database, Supplier<T> check) {
    begin(database);
    try {
      return check.get();
    } finally {
      end(database);
    }
  }

  private synchronized void begin(Database database) {
    if (running.contains(database.id())) {
      throw DatabaseChanges.notUpgraded(
          database, "another request is checking its image; try again in a minute");
    }
    if (running.size() == MAX_CONCURRENT) {
      throw DatabaseChanges.notUpgraded(
          database,
          "the images of %d other databases are being checked; try again in a minute"
              .formatted(MAX_CONCURRENT));
    }
    running.add(database.id());
  }

  private synchronized void end(Database database) {
    running.remove(database.id());
  }
}
