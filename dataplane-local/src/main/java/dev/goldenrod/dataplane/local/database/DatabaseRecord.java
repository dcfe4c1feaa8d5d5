package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.port.DatabaseSpec;
import java.util.Objects;

/**
 * What is kept of a database for its next start.
 *
 * @param port its own for life once it was given out
 */
record DatabaseRecord(DatabaseSpec spec, int port) {
  DatabaseRecord {
    Objects.requireNonNull(spec);
  }

  DatabaseRecord with(DatabaseSpec newSpec) {
    return new DatabaseRecord(newSpec, port);
  }

  DatabaseRecord at(int newPort) {
    return new DatabaseRecord(spec, newPort);
  }
}
